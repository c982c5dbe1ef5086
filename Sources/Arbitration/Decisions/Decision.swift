package import AudioSessionTypes

/// The outcome of one event.
///
/// The caller keeps one and reuses it, since it also holds the arbiter's working memory. That isn't
/// part of its value: two decisions with different drafts are equal if their outcomes are.
package struct Decision: Equatable, Sendable {
  /// The decision's number; nil if it changed nothing and no rule but R4 or R33 refused.
  package internal(set) var seq: UInt64?
  /// The effects in R13's order, each with the reason that it rests on.
  package internal(set) var effects: [(effect: Effect, reason: Reason)] = []
  /// The rules that did something, or withheld something.
  package internal(set) var rules = RuleSet()
  /// The squares of the pair table that were asked and said anything but `mix`.
  package internal(set) var cells = CellSet()
  /// The deadline that led to the decision, if one did.
  package internal(set) var expiry: Expiry?
  /// Whether it closed any session.
  package internal(set) var hasClosed = false
  /// The arbiter's working memory.
  var draft = Draft()

  package init() {}

  mutating func begin(at now: Instant, number: UInt64) {
    seq = nil
    effects.forgetAll()
    rules = RuleSet()
    cells = CellSet()
    expiry = nil
    hasClosed = false
    draft.begin(at: now, number: number)
  }

  mutating func reply(_ effect: Effect, _ reason: Reason) { draft.reply = (effect, reason) }

  /// Adds an effect for clients that is told right after the reply (R13).
  mutating func tell(_ effect: Effect, _ reason: Reason) { draft.notices.append((effect, reason)) }

  /// Adds an effect for clients, and notes its reason: there is no effect without a rule.
  mutating func emit(_ effect: Effect, _ reason: Reason) {
    effects.append((effect, reason))
    note(reason)
  }

  /// Adds an effect for the shell itself: `changed`, `enforcementChanged` and `wake` follow from
  /// the others, so that the decision doesn't rest on their reasons.
  mutating func append(_ effect: Effect, _ reason: Reason) { effects.append((effect, reason)) }

  /// Notes a rule without an effect, such as one that withholds something; otherwise nobody could
  /// tell why nothing happened.
  mutating func note(_ rule: Rule) { rules.insert(rule) }

  mutating func note(_ reason: Reason) {
    rules.insert(reason.rule)
    if let cell = reason.cell { cells.insert(cell) }
  }

  package static func == (left: Decision, right: Decision) -> Bool {
    left.seq == right.seq && left.rules == right.rules && left.cells == right.cells
      && left.expiry == right.expiry
      && left.effects.elementsEqual(right.effects) { $0 == $1 }
  }
}

/// A deadline that passed.
package enum Expiry: Equatable, Sendable, BitwiseCopyable {
  case offer(SessionID)
  case lease(SessionID)
}
