/// The rules in order of precedence: the first that matches takes a stream.
package struct AdoptionRules: Equatable, Sendable {
  package var rules: [AdoptionRule] {
    didSet { (lastings, conversings) = AdoptionRules.times(rules) }
  }
  /// The times after which a rule may match a program that has been heard.
  private(set) var lastings: [Duration]
  /// The times after which a rule may match a program that has captured and played.
  private(set) var conversings: [Duration]

  package init(_ rules: [AdoptionRule] = []) {
    self.rules = rules
    (lastings, conversings) = AdoptionRules.times(rules)
  }

  private static func times(_ rules: [AdoptionRule]) -> ([Duration], [Duration]) {
    (Set(rules.compactMap(\.lasting)).sorted(), Set(rules.compactMap(\.conversing)).sorted())
  }

  /// Applies the rules to a stream.
  ///
  /// A rule that lacks its grant is skipped, so that a later one may give less.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - conduct: What its program has done until now.
  ///   - facts: The daemon's grants; nil if there is no daemon.
  /// - Returns: The verdict of the first rule that matches and is permitted.
  package func verdict(
    on stream: StreamDescription,
    _ conduct: ProgramConduct,
    facts: DaemonFacts?
  ) -> RuleVerdict {
    let fitting = rules.first { $0.fits(stream, conduct) && $0.mayTake(stream, facts: facts) }
    guard let rule = fitting else { return .leave(rule: nil) }
    return rule.adoption.map { .adopt(rule: rule.name, $0) } ?? .leave(rule: rule.name)
  }

  /// Looks for the grant that a stream lacks.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - conduct: What its program has done until now.
  ///   - facts: The daemon's grants; nil if there is no daemon.
  /// - Returns: The first rule that matches, and its grant, if it is skipped for the lack of it.
  package func missingGrant(
    _ stream: StreamDescription,
    _ conduct: ProgramConduct,
    facts: DaemonFacts?
  ) -> MissingGrant? {
    guard let first = rules.first(where: { $0.fits(stream, conduct) }),
      !first.mayTake(stream, facts: facts)
    else { return nil }
    return first.grant(facts).map { MissingGrant(rule: first.name, grant: $0) }
  }
}

/// A rule that is skipped, and the grant without which it is.
package struct MissingGrant: Equatable, Sendable {
  package var rule: String
  package var grant: String
}
