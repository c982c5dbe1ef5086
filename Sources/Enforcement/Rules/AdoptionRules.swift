/// The rules in order of precedence: the first that matches takes a stream.
package struct AdoptionRules: Equatable, Sendable {
  package var rules: [AdoptionRule] = []

  package init(_ rules: [AdoptionRule] = []) { self.rules = rules }

  /// Applies the rules to a stream.
  ///
  /// A rule that lacks its grant is skipped, so that a later one may give less.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - player: The MPRIS identity of its program's player, if any.
  ///   - isCapturing: Whether its program is capturing.
  ///   - facts: The daemon's grants; nil if there is no daemon.
  /// - Returns: The verdict of the first rule that matches and is permitted.
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
