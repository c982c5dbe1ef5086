import AudioSessionTypes

/// R53: the title of Now Playing of each zone; the sessions without a zone share one.
struct NowPlaying: Equatable {
  /// By the zone's place.
  private var titles: [Title] = [Title()]
  /// The zones in which something changed that the title may depend on.
  private var stale: [Int32] = []

  private struct Title: Equatable {
    /// The session that has it, in whatever state.
    var holder: Slot?
    /// The sessions that play and want it.
    var candidates: [Slot] = []
    /// The sessions that had it before, the latest last.
    var former: [Slot] = []
    var isStale = false
  }

  fileprivate var isStale: Bool { !stale.isEmpty }

  /// Keeps the candidates in step with a session's change.
  mutating func update(_ slot: Slot, _ zone: Int32, _ before: Session, _ after: Session) {
    if after.isClosed && zone < titles.count {
      // Its slot will be another session's.
      titles[Int(zone)].former.removeAll { $0 == slot }
    }
    guard before.wantsTitle || after.wantsTitle else { return }
    let was = before.mayTakeTitle
    let isNow = after.mayTakeTitle
    let isOtherTurn = isNow && before.activation != after.activation
    guard was != isNow || isOtherTurn || before.wantsTitle != after.wantsTitle else { return }
    markStale(zone)
    let place = Int(zone)
    if was && !isNow { titles[place].candidates.removeAll { $0 == slot } }
    if isNow && !was { titles[place].candidates.append(slot) }
  }

  /// Has the zone's title looked at again: a session that wants it changed or was opened, and none
  /// of several of one application can have it.
  mutating func markStale(_ zone: Int32) {
    while titles.count <= zone { titles.append(Title()) }
    guard !titles[Int(zone)].isStale else { return }
    titles[Int(zone)].isStale = true
    stale.append(zone)
  }

  /// The sessions that had titles before, those of one zone in their order.
  var formerHolders: [Slot] { titles.flatMap { $0.former } }

  /// Gives a zone's title to the session that had it when the state was stored.
  mutating func restoreHolder(_ slot: Slot, _ zone: Int32) {
    markStale(zone)
    titles[Int(zone)].holder = slot
  }

  /// Notes a session that had the title before, the latest last.
  mutating func restoreFormerHolder(_ slot: Slot, _ zone: Int32) {
    markStale(zone)
    titles[Int(zone)].former.append(slot)
  }

  /// Takes all titles as they are for right.
  mutating func settle() {
    for zone in stale { titles[Int(zone)].isStale = false }
    stale = []
  }

  /// Passes the title of the next zone to the session that ought to have it.
  ///
  /// - Returns: The former and the new holder, which may be the same; nil when all zones are done.
  fileprivate mutating func next(
    _ sessions: SessionTable,
    _ parties: Parties
  ) -> (former: Slot?, rightful: Slot?)? {
    guard let zone = stale.popLast() else { return nil }
    let place = Int(zone)
    titles[place].isStale = false
    let former = titles[place].holder
    let rightful = rightful(titles[place], sessions, parties)
    if rightful != former {
      titles[place].holder = rightful
      titles[place].former.removeAll { $0 == rightful }
      if let former, !sessions[former].isClosed { titles[place].former.append(former) }
    }
    return (former, rightful)
  }

  /// The session that ought to have the title; nil if none does.
  private func rightful(_ title: Title, _ sessions: SessionTable, _ parties: Parties) -> Slot? {
    let newest = title.candidates.max { sessions[$0].activation < sessions[$1].activation }
    if let newest, parties.candidates(beside: newest) == 1 { return newest }
    guard let holder = title.holder else { return nil }
    if sessions[holder].wantsTitle { return holder }
    return title.former.last { slot in
      let session = sessions[slot]
      return session.wantsTitle && !session.isMixable && parties.candidates(beside: slot) == 1
    }
  }
}

extension Arbiter {
  /// Gives each title to the most recently activated candidate that plays, if it is the only one of
  /// its application; otherwise the holder keeps it until it closes or doesn't want it any more.
  mutating func updateNowPlaying(_ decision: inout Decision) {
    guard nowPlaying.isStale else { return }
    while let (former, rightful) = nowPlaying.next(sessions, parties) {
      guard former != rightful else { continue }
      decision.note(.R53)
      if let former { change(former, &decision) { $0.isNowPlaying = false } }
      if let rightful { change(rightful, &decision) { $0.isNowPlaying = true } }
    }
  }
}
