/// The rules in the order in which they count: the first that fits takes a stream.
package struct AdoptionRules: Equatable, Sendable {
  package var rules: [AdoptionRule] = []

  package init(_ rules: [AdoptionRule] = []) { self.rules = rules }

  /// What becomes of a stream.
  ///
  /// A rule that gives what nobody granted is passed over, so that the next one may give less.
  ///
  /// - Parameters:
  ///   - stream: What is known of the stream.
  ///   - player: The MPRIS identity of its program's player, if it has one.
  ///   - isCapturing: Whether its program captures now.
  ///   - facts: What the daemon allows; nil: there is none.
  /// - Returns: What the first rule says that fits and may.
  package func verdict(
    on stream: StreamDescription,
    player: String?,
    isCapturing: Bool,
    facts: DaemonFacts?
  ) -> RuleVerdict {
    let fitting = rules.first {
      $0.fits(stream, player: player, isCapturing: isCapturing)
        && $0.mayTake(stream, facts: facts)
    }
    guard let rule = fitting else { return .leave(rule: nil) }
    return rule.adoption.map { .adopt(rule: rule.name, $0) } ?? .leave(rule: rule.name)
  }
}
