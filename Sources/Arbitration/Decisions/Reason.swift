package import AudioSessionTypes

/// The rule that an effect rests on, with the square of the pair table if the rule is R59.
package struct Reason: Equatable, Sendable, BitwiseCopyable {
  package var cell: Cell?
  package var rule: Rule

  package init(_ rule: Rule, _ cell: Cell? = nil) {
    self.rule = rule
    self.cell = cell
  }
}
