package import AudioSessionSchema

/// What became of a session on another machine than its own.
package struct Outcome: DescribedObject, Equatable, Sendable {
  package var result: Result
  /// The rule that decided so, if a rule did.
  package var rule: String?
  /// The cell of the pair table that did (R59).
  package var cell: String?
  /// The kind of the session in the way there; its name is nobody's business here.
  package var blocker: String?
  /// What else is to be said, for people.
  package var text: String?

  package enum Result: String, DescribedWord, Sendable {
    /// It counts there as what it is.
    case active
    /// It only lowers others there: the right to more is missing.
    case lowering
    /// Another session has the better right there.
    case refused
    /// It counted, until another session interrupted it.
    case interrupted
    /// That machine takes no part in such sessions, or has no room for them.
    case ignored
  }

  package init(
    _ result: Result,
    rule: String? = nil,
    cell: String? = nil,
    blocker: String? = nil,
    text: String? = nil
  ) {
    self.result = result
    self.rule = rule
    self.cell = cell
    self.blocker = blocker
    self.text = text
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: Outcome?,
    of archive: inout A
  ) throws(A.Fault) -> Outcome {
    Outcome(
      try archive.member("result", it?.result),
      rule: try archive.optional("rule", it?.rule),
      cell: try archive.optional("cell", it?.cell),
      blocker: try archive.optional("blocker", it?.blocker),
      text: try archive.optional("text", it?.text)
    )
  }
}
