/// Releases that PipeWire hasn't confirmed: until then a crash must find them in the ledger.
struct GraphReleases {
  private var pending: [(sequence: CInt, transition: LedgerTransition)] = []

  var isEmpty: Bool { pending.isEmpty }

  func contains(_ transition: LedgerTransition) -> Bool {
    pending.contains { $0.transition == transition }
  }

  /// Adds a transition that is complete once PipeWire has reached `sequence`.
  mutating func add(_ transition: LedgerTransition, at sequence: CInt) {
    pending.append((sequence, transition))
  }

  /// Withdraws a transition, since the stream is touched again.
  mutating func remove(_ transition: LedgerTransition) {
    pending.removeAll { $0.transition == transition }
  }

  /// Drops everything, as the streams themselves have gone.
  mutating func removeAll() { pending = [] }

  /// Takes the transitions that are complete now that PipeWire has reached `sequence`.
  mutating func take(upTo sequence: CInt) -> [LedgerTransition] {
    guard let index = pending.firstIndex(where: { $0.sequence == sequence }) else { return [] }
    defer { pending.removeFirst(index + 1) }
    return pending[...index].map(\.transition)
  }
}
