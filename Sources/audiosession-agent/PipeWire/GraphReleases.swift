/// What was given back and is on its way: a crash must find it in the ledger until PipeWire has dealt
/// with it.
struct GraphReleases {
  private var pending: [(sequence: CInt, transition: LedgerTransition)] = []

  var isEmpty: Bool { pending.isEmpty }

  func contains(_ transition: LedgerTransition) -> Bool {
    pending.contains { $0.transition == transition }
  }

  /// The transition holds when PipeWire has come as far as `sequence`.
  mutating func add(_ transition: LedgerTransition, at sequence: CInt) {
    pending.append((sequence, transition))
  }

  /// What was on its way is taken back: the stream is touched again.
  mutating func remove(_ transition: LedgerTransition) {
    pending.removeAll { $0.transition == transition }
  }

  /// Drops everything, as the streams themselves have gone.
  mutating func removeAll() { pending = [] }

  /// The transitions that hold since PipeWire has come as far as `sequence`.
  mutating func take(upTo sequence: CInt) -> [LedgerTransition] {
    guard let index = pending.firstIndex(where: { $0.sequence == sequence }) else { return [] }
    defer { pending.removeFirst(index + 1) }
    return pending[...index].map(\.transition)
  }
}
