package import AudioSessionTypes

/// What an effect rests on: a rule, and the square of the pair table where the rule is R59.
package struct Reason: Equatable, Sendable, BitwiseCopyable {
  package var rule: Rule
  package var cell: Cell?

  package init(_ rule: Rule, _ cell: Cell? = nil) {
    self.rule = rule
    self.cell = cell
  }
}
