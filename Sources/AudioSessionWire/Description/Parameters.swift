import AudioSessionTypes

/// The parameters of one request, or an object among them, found to be as described.
///
/// All that can be wrong with a value by itself is found out when this is made; taking values out
/// can therefore not fail, and a name that no description has is a fault of the program.
struct Parameters {
  let document: JSONDocument
  /// Nil if none were given.
  let object: Int?

  init(
    _ document: JSONDocument,
    object: Int?,
    members: [MemberDescription],
    nameBytes: Int
  ) throws(RPCError) {
    self.document = document
    self.object = object
    do {
      try document.check(params: object, members: members, nameBytes: nameBytes)
    } catch {
      throw .invalidParams(parameter: error.path, expected: error.expected)
    }
  }

  private init(_ document: JSONDocument, object: Int) {
    self.document = document
    self.object = object
  }

  func contains(_ name: String) -> Bool { index(of: name) != nil }

  func bool(_ name: String) -> Bool? {
    index(of: name).map { document.nodes[$0].kind == .true }
  }

  func integer(_ name: String) -> Int64? { index(of: name).flatMap(document.integer) }

  /// A number that the description says isn't negative.
  func unsigned(_ name: String) -> UInt64? { integer(name).map { UInt64($0) } }

  func double(_ name: String) -> Double? { index(of: name).flatMap(document.double) }

  func string(_ name: String) -> String? { index(of: name).map(document.string) }

  func word<Word: RawRepresentable<String>>(_ name: String, as: Word.Type = Word.self) -> Word? {
    string(name).flatMap(Word.init)
  }

  func object(_ name: String) -> Parameters? {
    index(of: name).map { Parameters(document, object: $0) }
  }

  /// The objects of a list.
  func objects(_ name: String) -> [Parameters]? {
    guard contains(name) else { return nil }
    var objects: [Parameters] = []
    forEachElement(name) { objects.append(Parameters(document, object: $0)) }
    return objects
  }

  /// Whether a list was given that has elements.
  func hasElements(_ name: String) -> Bool {
    index(of: name).map { document.nodes[$0].next > $0 + 1 } ?? false
  }

  /// The nodes of a list's elements, none if the list wasn't given.
  func forEachElement(_ name: String, _ body: (Int) -> Void) {
    if let list = index(of: name) { document.forEachElement(of: list, body) }
  }

  /// The session that a description requires.
  var session: UInt64 { required(unsigned("session")) }

  /// A value that the description requires, and that is therefore there.
  func required<Value>(_ value: Value?) -> Value {
    guard let value else { fatalError("a parameter is taken that its description doesn't require") }
    return value
  }

  private func index(of name: String) -> Int? {
    object.flatMap { document.member(name, of: $0) }
  }
}
