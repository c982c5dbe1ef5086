/// The reason for which a line isn't accepted as JSON.
package enum JSONError: Error, Equatable, Sendable {
  /// The bytes don't follow RFC 8259; says what was expected, and at which byte, counted from 0.
  case malformed(expected: String, at: Int)
  /// Arrays and objects are nested more deeply than the limit allows.
  case tooDeep(at: Int)
}

extension JSONError {
  /// For people: `expected a value at byte 0`.
  package var sentence: String {
    switch self {
    case .malformed(let expected, let position): "expected \(expected) at byte \(position)"
    case .tooDeep(let position): "nested too deeply at byte \(position)"
    }
  }
}
