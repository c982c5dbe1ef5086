/// Why a line is no JSON that is accepted here.
package enum JSONError: Error, Equatable, Sendable {
  /// The bytes don't follow RFC 8259: what was expected at which byte, counted from 0.
  case malformed(expected: String, at: Int)
  /// Arrays and objects lie deeper in each other than the limit allows.
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
