/// A parameter that is a name or null, which differs from leaving it out.
package enum NameParameter: Equatable, Sendable {
  /// Null: no name.
  case none
  case name(String)

  /// The name, nil for null.
  package var name: String? {
    switch self {
    case .none: nil
    case .name(let name): name
    }
  }
}
