import AudioSessionArbitration
package import AudioSessionTypes

/// What a session says of its configuration, with the role by its name: only a world knows which
/// roles are in force.
package struct DeclaredChange: Equatable, Sendable {
  package var change = ConfigurationChange()
  package var role: DeclaredRole?

  package init() {}
}

/// What is said of a session's role.
package enum DeclaredRole: Equatable, Sendable {
  /// It is to have none.
  case none
  case named(String)
}

/// What is said of a zone.
package enum DeclaredZone: Equatable, Sendable {
  /// Nothing: `[Zones] Default` decides.
  case byPolicy
  case none
  case named(String)
}

/// The ports of a route, by their types.
package struct DeclaredRoute: Hashable, Sendable {
  package var outputs: [String]
  package var inputs: [String]

  package init(outputs: [String] = [], inputs: [String] = []) {
    self.outputs = outputs
    self.inputs = inputs
  }
}
