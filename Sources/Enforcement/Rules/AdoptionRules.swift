/// The rules in the order in which they count: the first that fits takes a stream.
package struct AdoptionRules: Equatable, Sendable {
  package var rules: [AdoptionRule] = []

  package init(_ rules: [AdoptionRule] = []) { self.rules = rules }

  /// - Parameters:
  ///   - stream: What is known of the stream.
  ///   - player: The MPRIS identity of its program's player, if it has one.
  ///   - isCapturing: Whether its program captures now.
  package func verdict(
    on stream: StreamDescription,
    player: String?,
    isCapturing: Bool
  ) -> RuleVerdict {
    guard
      let rule = rules.first(where: {
        $0.fits(stream, player: player, isCapturing: isCapturing)
      })
    else { return .leave(rule: nil) }
    return rule.adoption.map { .adopt(rule: rule.name, $0) } ?? .leave(rule: rule.name)
  }
}
