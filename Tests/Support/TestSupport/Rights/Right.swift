/// What comes of a request: a cell of the table of rights.
package enum Right: Equatable, Sendable {
  /// It is carried out.
  case yes
  /// It is carried out, but concerns only the sessions of the caller's own user.
  case own
  /// It is answered, but without the names of the owner's session.
  case nameless
  /// It gets the error of this name, and changes nothing.
  case refused(String)

  static let notPermitted = Right.refused("notPermitted")
}

extension Right: CustomStringConvertible {
  /// The cell as the page has it.
  package var description: String {
    switch self {
    case .yes: "yes"
    case .own: "own user"
    case .nameless: "no names"
    case .refused(let error): "`\(error)`"
    }
  }
}
