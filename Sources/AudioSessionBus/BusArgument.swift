import CAudioSessionBus
import Glibc

/// A value in a message that is sent, of one of the types in use.
package indirect enum BusArgument: Equatable, Sendable {
  case string(String)
  case objectPath(String)
  case boolean(Bool)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case real(Double)
  case strings([String])
  /// A value that states its own type.
  case variant(BusArgument)
  /// Values that state their types, by name.
  case properties([String: BusArgument])

  /// Its type, as D-Bus writes it.
  package var signature: String {
    switch self {
    case .string: "s"
    case .objectPath: "o"
    case .boolean: "b"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .real: "d"
    case .strings: "as"
    case .variant: "v"
    case .properties: "a{sv}"
    }
  }

  /// The steps by which values are written, for as long as `body` runs.
  static func withItems<Result>(
    of values: [BusArgument],
    _ body: ([audiosession_bus_item]) -> Result
  ) -> Result {
    var items: [audiosession_bus_item] = []
    for value in values { value.append(to: &items) }
    defer { for item in items { free(UnsafeMutablePointer(mutating: item.string)) } }
    return body(items)
  }

  private func append(to items: inout [audiosession_bus_item]) {
    switch self {
    case .string(let text), .objectPath(let text): items.append(.init(signature, text))
    case .boolean(let flag): items.append(.init("b", integer: flag ? 1 : 0))
    case .int32(let number): items.append(.init("i", integer: Int64(number)))
    case .uint32(let number): items.append(.init("u", integer: Int64(number)))
    case .int64(let number): items.append(.init("x", integer: number))
    case .uint64(let number): items.append(.init("t", integer: Int64(bitPattern: number)))
    case .real(let number): items.append(.init("d", real: number))
    case .strings(let strings):
      items.append(.init("a", "s"))
      for string in strings { items.append(.init("s", string)) }
      items.append(.init(")"))
    case .variant(let value):
      items.append(.init("v", value.signature))
      value.append(to: &items)
      items.append(.init(")"))
    case .properties(let properties):
      items.append(.init("a", "{sv}"))
      for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
        items.append(.init("e", "sv"))
        items.append(.init("s", name))
        BusArgument.variant(value).append(to: &items)
        items.append(.init(")"))
      }
      items.append(.init(")"))
    }
  }
}

extension audiosession_bus_item {
  /// Copies the text; who has the item frees it.
  fileprivate init(
    _ type: String,
    _ text: String? = nil,
    integer: Int64 = 0,
    real: Double = 0
  ) {
    self.init()
    self.type = type.utf8.first.map { CChar(bitPattern: $0) } ?? 0
    string = text.map { UnsafePointer(strdup($0)) } ?? nil
    self.integer = integer
    self.real = real
  }
}
