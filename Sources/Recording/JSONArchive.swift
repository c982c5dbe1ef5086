package import AudioSessionArbitration
package import AudioSessionWire

/// Writes a value as JSON.
private struct JSONArchiveWriter: Archive {
  fileprivate var value = JSONValue.object([])

  var place: String { "" }

  mutating func text(_ value: String?) -> String {
    self.value = .string(value ?? "")
    return value ?? ""
  }

  mutating func count(_ value: UInt64?) -> UInt64 {
    self.value = .number("\(value ?? 0)")
    return value ?? 0
  }

  mutating func truth(_ value: Bool?) -> Bool {
    self.value = .bool(value ?? false)
    return value ?? false
  }

  mutating func number(_ value: Double?) -> Double {
    self.value = JSONValue(floatLiteral: value ?? 0)
    return value ?? 0
  }

  mutating func list<Value: Archived>(_ values: [Value]?) throws(ArchiveFault) -> [Value] {
    var list: [JSONValue] = []
    for value in values ?? [] { list.append(try JSONArchiveWriter.written(value)) }
    value = .array(list)
    return values ?? []
  }

  mutating func optional<Value: Archived>(
    _ name: String,
    _ value: Value?
  ) throws(ArchiveFault) -> Value? {
    guard let value else { return nil }
    var members = self.value.members ?? []
    members.append(JSONValue.Member(name, try JSONArchiveWriter.written(value)))
    self.value = .object(members)
    return value
  }

  static func written(_ value: some Archived) throws(ArchiveFault) -> JSONValue {
    var writer = JSONArchiveWriter()
    _ = try type(of: value).passed(value, through: &writer)
    return writer.value
  }
}

/// Reads a value from JSON; a member that nothing asks for is a fault, since it would be lost.
private struct JSONArchiveReader: Archive {
  private let value: JSONValue
  let place: String
  /// The number of members that were read.
  private var taken = 0

  init(_ value: JSONValue, at place: String) {
    self.value = value
    self.place = place
  }

  mutating func text(_ value: String?) throws(ArchiveFault) -> String {
    guard let text = self.value.string else { throw fault("a string") }
    return text
  }

  mutating func count(_ value: UInt64?) throws(ArchiveFault) -> UInt64 {
    guard case .number(let digits) = self.value, let count = UInt64(digits) else {
      throw fault("an integer of 0 or more")
    }
    return count
  }

  mutating func truth(_ value: Bool?) throws(ArchiveFault) -> Bool {
    guard let truth = self.value.bool else { throw fault("true or false") }
    return truth
  }

  mutating func number(_ value: Double?) throws(ArchiveFault) -> Double {
    guard let number = self.value.double else { throw fault("a number") }
    return number
  }

  mutating func list<Value: Archived>(_ values: [Value]?) throws(ArchiveFault) -> [Value] {
    guard let elements = value.array else { throw fault("a list") }
    var list: [Value] = []
    for (index, element) in elements.enumerated() {
      list.append(try JSONArchiveReader.read(element, at: "\(place)[\(index)]"))
    }
    return list
  }

  mutating func optional<Value: Archived>(
    _ name: String,
    _ value: Value?
  ) throws(ArchiveFault) -> Value? {
    guard self.value.members != nil else { throw fault("an object") }
    guard let member = self.value[name] else { return nil }
    taken += 1
    return try JSONArchiveReader.read(member, at: place.isEmpty ? name : "\(place).\(name)")
  }

  static func read<Value: Archived>(
    _ json: JSONValue,
    at place: String
  ) throws(ArchiveFault) -> Value {
    var reader = JSONArchiveReader(json, at: place)
    let value = try Value.passed(nil, through: &reader)
    if let members = json.members, members.count > reader.taken {
      throw reader.fault("no other members than version \(Recording.version) of the format has")
    }
    return value
  }
}

extension Archived {
  /// The value as JSON; null for one that couldn't be read again.
  package var json: JSONValue { (try? JSONArchiveWriter.written(self)) ?? .null }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - json: The value as ``json`` writes it.
  ///   - place: Its name, for faults.
  /// - Returns: The value.
  /// - Throws: If it isn't such a value.
  package static func read(
    _ json: JSONValue,
    at place: String = ""
  ) throws(ArchiveFault) -> Self {
    try JSONArchiveReader.read(json, at: place)
  }
}
