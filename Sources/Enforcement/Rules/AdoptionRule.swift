import AudioSessionTypes

/// One `[Rule NAME]` of the agent's configuration.
package struct AdoptionRule: Equatable, Sendable {
  /// Patterns of one property, of which any may fit.
  package struct Condition: Equatable, Sendable {
    package let property: Property
    package let patterns: [Pattern]

    package init(_ property: Property, _ patterns: [String]) {
      self.property = property
      self.patterns = patterns.map { Pattern($0) }
    }
  }

  /// What a condition looks at.
  package enum Property: String, CaseIterable, Sendable, BitwiseCopyable {
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
  /// All have to fit; without any, the rule fits every stream.
  package var conditions: [Condition]
  /// Nil: the streams are left alone.
  package var adoption: Adoption?

  package init(name: String, conditions: [Condition] = [], adoption: Adoption?) {
    self.name = name
    self.conditions = conditions
    self.adoption = adoption
  }

  /// Whether all conditions fit.
  ///
  /// - Parameters:
  ///   - stream: What is known of the stream.
  ///   - player: The MPRIS identity of its program's player, if it has one.
  ///   - isCapturing: Whether its program captures now.
  /// - Returns: Whether the rule is for it, allowed or not.
  package func fits(_ stream: StreamDescription, player: String?, isCapturing: Bool) -> Bool {
    conditions.allSatisfy { condition in
      let value = condition.property.value(of: stream, player: player, isCapturing: isCapturing)
      guard let value, !value.isEmpty else { return false }
      return condition.patterns.contains { $0.fits(value) }
    }
  }

  /// Whether what the rule gives may be asked for: a priority above normal, or a role that takes a
  /// grant, needs it, and a stream whose owner is known by more than its own word.
  ///
  /// - Parameters:
  ///   - stream: Whose owner counts.
  ///   - facts: What the daemon allows; nil: there is none.
  /// - Returns: False if the rule is to be passed over.
  package func mayTake(_ stream: StreamDescription, facts: DaemonFacts?) -> Bool {
    guard let grant = grant(facts) else { return true }
    guard case .credential = stream.owner else { return false }
    return facts?.grants.contains(grant) ?? false
  }

  /// The grant that it takes, if any.
  private func grant(_ facts: DaemonFacts?) -> String? {
    guard let adoption else { return nil }
    if adoption.priority != .normal { return adoption.priority.rawValue }
    guard let role = adoption.role, let facts, facts.grantedRoles.contains(role) else { return nil }
    return role
  }
}

extension AdoptionRule.Property {
  /// What a pattern is held against; nil or empty: there is none, and no pattern fits.
  fileprivate func value(
    of stream: StreamDescription,
    player: String?,
    isCapturing: Bool
  ) -> String? {
    switch self {
    case .direction: stream.direction.rawValue
    case .applicationName: stream.applicationName
    case .binary: stream.binary
    case .mediaRole: stream.mediaRole
    case .portalAppID: stream.portalAppID
    case .nodeName: stream.nodeName
    case .mprisIdentity: player
    case .capturing: isCapturing ? "yes" : "no"
    }
  }
}
