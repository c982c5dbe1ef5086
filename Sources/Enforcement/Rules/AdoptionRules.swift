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
    (
      Set(rules.compactMap { $0.lasting }).sorted(),
      Set(rules.compactMap { $0.conversing }).sorted()
    )
  }

  /// Applies the rules to a stream.
  ///
  /// A rule that lacks its grant is skipped, so that a later one may give less.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - activity: What its program has done until now.
  ///   - facts: The daemon's grants; nil if there is no daemon.
  /// - Returns: The verdict of the first rule that matches and is permitted, and the first grant for
  ///   whose lack a rule before it was skipped.
  package func judgement(
    on stream: StreamDescription,
    _ activity: ProgramActivity,
    facts: DaemonFacts?
  ) -> (verdict: RuleVerdict, lack: MissingGrant?) {
    var lack: MissingGrant?
    for rule in rules where rule.fits(stream, activity) {
      if rule.mayTake(stream, facts: facts) {
        let verdict = rule.adoption.map { RuleVerdict.adopt(rule: rule.name, $0) }
        return (verdict ?? .leave(rule: rule.name), lack)
      }
      if lack == nil, let grant = rule.grant(facts) {
        lack = MissingGrant(rule: rule.name, grant: grant)
      }
    }
    return (.leave(rule: nil), lack)
  }
}

/// A rule that is skipped, and the grant without which it is.
package struct MissingGrant: Equatable, Sendable {
  package var rule: String
  package var grant: String
}
