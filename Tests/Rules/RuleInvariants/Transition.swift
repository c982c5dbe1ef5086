package import AudioSessionArbitration
package import ReferenceRules

/// One event of the core, with all that a check may ask of it.
package struct Transition {
  package var before: Arbiter
  package var after: Arbiter
  package var event: Event
  package var decision: Decision
  package var now: Instant
  /// All open sessions before and after it, by number.
  package var viewsBefore: [NaiveView]
  package var viewsAfter: [NaiveView]

  /// Takes an event that was applied.
  ///
  /// - Parameters:
  ///   - moment: The event, and when it was.
  ///   - before: The core before it.
  ///   - viewsBefore: What `before` shows of its sessions.
  ///   - after: The core after it.
  ///   - decision: What was decided.
  package init(
    _ moment: Moment,
    from before: Arbiter,
    showing viewsBefore: [NaiveView],
    to after: Arbiter,
    _ decision: Decision
  ) {
    self.before = before
    self.viewsBefore = viewsBefore
    self.after = after
    self.decision = decision
    event = moment.event
    now = moment.now
    viewsAfter = after.naiveViews
  }
}

extension Arbiter {
  /// All open sessions with their lists, by number.
  package var naiveViews: [NaiveView] { sessionIDs.compactMap { NaiveView(of: $0, in: self) } }

  /// All that `policy.explain` says of everybody, by number.
  package var explained: [NaiveExplanation] {
    sessionIDs.flatMap { NaiveExplanation.all(of: $0, in: self) }
  }

  package var enforced: [SessionID] {
    var list: [SessionID] = []
    enforced(into: &list)
    return list
  }
}
