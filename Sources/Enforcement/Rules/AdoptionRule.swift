/// One `[Rule NAME]` of the agent's configuration.
package struct AdoptionRule: Equatable, Sendable {
  /// Patterns of one property, of which any may fit.
  package struct Condition: Equatable, Sendable {
    package var property: Property
    package var patterns: [String]

    package init(_ property: Property, _ patterns: [String]) {
      self.property = property
      self.patterns = patterns
    }
  }

  /// What a condition looks at.
  package enum Property: String, CaseIterable, Sendable {
    case direction = "Direction"
    case applicationName = "ApplicationName"
    case binary = "Binary"
    case mediaRole = "MediaRole"
    case portalAppID = "PortalAppID"
    case nodeName = "NodeName"
    case mprisIdentity = "MPRISIdentity"
    case capturing = "Capturing"
  }

  package var name: String
  /// All have to fit; without any, the rule takes every stream.
  package var conditions: [Condition]
  /// Nil: the streams are left alone.
  package var adoption: Adoption?

  package init(name: String, conditions: [Condition] = [], adoption: Adoption?) {
    self.name = name
    self.conditions = conditions
    self.adoption = adoption
  }

  package func fits(_ stream: StreamDescription, player: String?, isCapturing: Bool) -> Bool {
    true
  }
}
