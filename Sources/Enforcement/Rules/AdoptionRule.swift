import AudioSessionTypes

/// One `[Rule NAME]` of the agent's configuration.
package struct AdoptionRule: Equatable, Sendable {
  /// Patterns for one property; one of them has to match.
  package struct Condition: Equatable, Sendable {
    package let property: Property
    package let patterns: [Pattern]

    package init(_ property: Property, _ patterns: [String]) {
      self.property = property
      self.patterns = patterns.map { Pattern($0) }
    }
  }

  /// The property that a condition tests.
  package enum Property: String, CaseIterable, Sendable, BitwiseCopyable {
    case direction = "Direction"
    case applicationName = "ApplicationName"
    case binary = "Binary"
    case mediaRole = "MediaRole"
    case portalAppID = "PortalAppID"
    case nodeName = "NodeName"
    case mprisIdentity = "MPRISIdentity"
    case capturing = "Capturing"
    case parent = "Parent"
    case sandboxed = "Sandboxed"
  }

  package var name: String
  /// The conditions, all of which have to match; without any, the rule matches every stream.
  package var conditions: [Condition]
  /// The time for which the program has to have been heard; nil if that doesn't matter.
  package var lasting: Duration?
  /// The time for which the program has to have captured and played; nil if that doesn't matter.
  package var conversing: Duration?
  /// The session to open; nil to leave the streams alone.
  package var adoption: Adoption?

  package init(
    name: String,
    conditions: [Condition] = [],
    lasting: Duration? = nil,
    conversing: Duration? = nil,
    adoption: Adoption?
  ) {
    self.name = name
    self.conditions = conditions
    self.lasting = lasting
    self.conversing = conversing
    self.adoption = adoption
  }

  /// Whether all conditions match.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - activity: What its program has done until now.
  /// - Returns: Whether the rule matches, permitted or not.
  package func fits(_ stream: StreamDescription, _ activity: ProgramActivity) -> Bool {
    if let lasting, !activity.hasLasted(lasting) { return false }
    if let conversing, !activity.hasConversed(conversing) { return false }
    return conditions.allSatisfy { condition in
      condition.property.values(of: stream, activity).contains { value in
        let folded = Pattern.folded(value)
        return !folded.isEmpty && condition.patterns.contains { $0.fits(folded: folded) }
      }
    }
  }

  /// Whether the agent may apply the rule: a priority above normal, or a role that takes a grant,
  /// needs that grant, and a stream whose owner is more than its own claim.
  ///
  /// - Parameters:
  ///   - stream: The stream whose owner counts.
  ///   - facts: The daemon's grants; nil if there is no daemon.
  /// - Returns: False if the rule has to be skipped.
  package func mayTake(_ stream: StreamDescription, facts: DaemonFacts?) -> Bool {
    guard let grant = grant(facts) else { return true }
    guard case .credential = stream.owner else { return false }
    return facts?.grants.contains(grant) ?? false
  }

  /// The grant that it takes, if any.
  func grant(_ facts: DaemonFacts?) -> String? {
    guard let adoption else { return nil }
    if adoption.priority != .normal { return adoption.priority.rawValue }
    guard let role = adoption.role, let facts, facts.grantedRoles.contains(role) else { return nil }
    return role
  }
}

extension AdoptionRule.Property {
  /// The values that patterns are matched against: one of them has to match, and isn't empty.
  fileprivate func values(of stream: StreamDescription, _ activity: ProgramActivity) -> [String] {
    switch self {
    case .direction: [stream.direction.rawValue]
    case .applicationName: [stream.applicationName]
    case .binary: [stream.binary]
    case .mediaRole: [stream.mediaRole ?? ""]
    case .portalAppID: [stream.portalAppID ?? ""]
    case .nodeName: [stream.nodeName]
    case .mprisIdentity: [activity.player ?? ""]
    case .capturing: [activity.isCapturing ? "yes" : "no"]
    case .parent: stream.parents
    case .sandboxed: [stream.sandbox == nil ? "no" : "yes"]
    }
  }
}
