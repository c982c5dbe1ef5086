package import AudioSessionJSON

/// The identifier that a client gives its request; the reply repeats it as it came.
package enum RequestID: Equatable, Sendable {
  case null
  /// An integer in its usual form, which costs no memory of its own.
  case integer(Int64)
  /// Any other number, or a string, as JSON text.
  indirect case text(String)
}

extension RequestID: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .integer(let number): writer.integer(number)
    case .text(let text): writer.raw(text)
    }
  }
}

extension JSONDocument {
  /// The identifier at `index`, nil if it is neither string, number nor null.
  func requestID(at index: Int) -> RequestID? {
    switch nodes[index].kind {
    case .null: return .null
    case .integer:
      guard let number = integer(at: index), bytes[nodes[index].bytes] != [0x2D, 0x30] else {
        fallthrough
      }
      return .integer(number)
    case .number, .string: return .text(String(decoding: bytes[source(at: index)], as: UTF8.self))
    case .false, .true, .array, .object: return nil
    }
  }
}
