/// A name, or null, which says more than nothing at all.
package enum NameParameter: Equatable, Sendable {
  /// Null: there is to be none.
  case none
  case name(String)

  /// The name, nil if there is to be none.
  package var name: String? {
    switch self {
    case .none: nil
    case .name(let name): name
    }
  }
}
