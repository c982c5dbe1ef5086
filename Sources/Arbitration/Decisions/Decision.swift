package import AudioSessionTypes

/// What one event led to, in the order of R13; kept by the caller and reused.
package struct Decision: Equatable, Sendable {
  /// The number that the decision took, nil if it changed nothing and was refused by no rule.
  package internal(set) var seq: UInt64?
  /// What is to be done, in order, each with what it rests on.
  package internal(set) var effects: [(effect: Effect, reason: Reason)] = []
  /// Every rule that did something, or that withheld something.
  package internal(set) var rules = RuleSet()
  /// Every square of the pair table that was asked and said anything but `mix`.
  package internal(set) var cells = CellSet()
  /// The deadline that made the decision, if time did.
  package internal(set) var expiry: Expiry?
  /// What it was worked out with; nothing of the decision itself.
  var draft = Draft()

  package init() {}

  mutating func begin(at now: Instant, number: UInt64, _ gains: [Double]) {
    seq = nil
    effects.removeAll(keepingCapacity: true)
    rules = RuleSet()
    cells = CellSet()
    expiry = nil
    draft.begin(at: now, number: number, gains)
  }

  mutating func reply(_ effect: Effect, _ reason: Reason) { draft.reply = (effect, reason) }

  /// There is no effect without a rule.
  mutating func emit(_ effect: Effect, _ reason: Reason) {
    effects.append((effect, reason))
    note(reason)
  }

  /// What concerns the shell's own books has a reason, too, but isn't what the decision rests on.
  mutating func append(_ effect: Effect, _ reason: Reason) { effects.append((effect, reason)) }

  /// A rule that withholds something says so here, or nobody could tell why nothing happened.
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

/// Whose time ran out.
package enum Expiry: Equatable, Sendable, BitwiseCopyable {
  case offer(SessionID)
  case lease(SessionID)
}
