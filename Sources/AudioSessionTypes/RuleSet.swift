/// A set of rules, in two words, so that a decision can note them without allocating.
package struct RuleSet: Equatable, Sendable, BitwiseCopyable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init() {}

  package mutating func insert(_ rule: Rule) {
    if rule.rawValue < 64 {
      low |= 1 << UInt64(rule.rawValue)
    } else {
      high |= 1 << UInt64(rule.rawValue - 64)
    }
  }

  package mutating func formUnion(_ other: RuleSet) {
    low |= other.low
    high |= other.high
  }

  package func contains(_ rule: Rule) -> Bool {
    rule.rawValue < 64
      ? low & 1 << UInt64(rule.rawValue) != 0 : high & 1 << UInt64(rule.rawValue - 64) != 0
  }

  /// The rules in ascending order.
  package var rules: [Rule] { Rule.allCases.filter(contains) }
}
