import AudioSessionTypes

/// R69: through which ports a session's program wants its sound to go.
extension Arbiter {
  /// Takes its program's word, which enforcers carry out.
  mutating func wishForPorts(_ slot: Slot, _ report: Report, _ decision: inout Decision) {
    changePorts(slot, &decision) {
      if let input = report.preferredInput { $0.input = input }
      if let overridesOutput = report.overridesOutput { $0.overridesOutput = overridesOutput }
    }
  }

  /// Ends the override of its output, if there is one.
  mutating func endOverride(_ slot: Slot, _ decision: inout Decision) {
    changePorts(slot, &decision) { $0.overridesOutput = false }
  }

  /// Ends the override of a session that doesn't use the sound any more, or in another way.
  mutating func followPorts(_ slot: Slot, _ before: Session, _ decision: inout Decision) {
    let after = sessions[slot]
    let isOver = before.state != .inactive && after.state == .inactive
    if isOver || after.configuration.category != .playAndRecord { endOverride(slot, &decision) }
  }

  private mutating func changePorts(
    _ slot: Slot,
    _ decision: inout Decision,
    _ body: (inout PortWishes) -> Void
  ) {
    let before = sessions.wishes(slot)
    var after = before
    body(&after.ports)
    guard after != before else { return }
    remember(slot, &decision)
    sessions.setWishes(slot, after)
    decision.draft.isNumbered = true
    decision.note(.R69)
  }
}

extension PortWishes {
  /// Those that enforcers carry out, of a session in this state.
  func inForce(_ state: SessionState, _ category: Category) -> PortWishes {
    var wishes = self
    if state == .inactive || !category.hasInput { wishes.input = 0 }
    if state == .inactive { wishes.overridesOutput = false }
    return wishes
  }
}
