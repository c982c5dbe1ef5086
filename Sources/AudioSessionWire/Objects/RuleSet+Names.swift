import AudioSessionTypes

extension RuleSet {
  /// The names of the rules, in ascending order.
  var names: [String] { rules.map(\.name) }
}
