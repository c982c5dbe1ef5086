public import AudioSessionSchema

// The words of the interface and of recordings.

extension AlertStyle: DescribedWord {}
extension ArbitrationError: DescribedWord {}
extension Category: DescribedWord {}
extension ClosingReason: DescribedWord {}
extension DeactivationSource: DescribedWord {}
extension InterruptionReason: DescribedWord {}
extension Mode: DescribedWord {}
extension Outcome: DescribedWord {}
extension Priority: DescribedWord {}
extension PromptStyle: DescribedWord {}
extension ResumptionRecommendation: DescribedWord {}
extension RouteChangeReason: DescribedWord {}
extension RouteSharingPolicy: DescribedWord {}
extension SessionEffect: DescribedWord {}
extension SessionState: DescribedWord {}

/// By name, such as `R28`.
extension Rule: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: Rule?,
    through archive: inout A
  ) throws(A.Fault) -> Rule {
    let name = try archive.text(it?.name)
    guard A.isReading else { return it ?? .R1 }
    guard let rule = Rule.allCases.first(where: { $0.name == name }) else {
      throw archive.fault("a rule, such as R28")
    }
    return rule
  }
}

/// By name, in ascending order.
extension RuleSet: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ it: RuleSet?,
    through archive: inout A
  ) throws(A.Fault) -> RuleSet {
    var set = RuleSet()
    for rule in try archive.list(it?.rules) { set.insert(rule) }
    return set
  }
}
