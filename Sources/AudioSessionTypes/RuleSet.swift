/// A set of rules in one word, so that a decision can note them without allocating.
package struct RuleSet: Equatable, Sendable, BitwiseCopyable {
  private var bits: UInt64 = 0

  package init() {}

  package mutating func insert(_ rule: Rule) { bits |= 1 << UInt64(rule.rawValue) }

  package mutating func formUnion(_ other: RuleSet) { bits |= other.bits }

  package func contains(_ rule: Rule) -> Bool { bits & 1 << UInt64(rule.rawValue) != 0 }

  /// The rules in ascending order.
  package var rules: [Rule] { Rule.allCases.filter(contains) }
}
