import AudioSessionTypes

/// R53: whose controls the machine shows.
struct NowPlaying: Equatable {
  /// Who has the title, in whatever state.
  fileprivate(set) var holder: Slot?
  /// All that play and want it.
  private var candidates: [Slot] = []
  private var isStale = false

  /// Keeps the candidates in step with a session's change.
  mutating func update(_ slot: Slot, _ before: Session, _ after: Session) {
    let was = before.isPlayingCandidate
    let isNow = after.isPlayingCandidate
    if was && !isNow { candidates.removeAll { $0 == slot } }
    if isNow && !was { candidates.append(slot) }
    if was || isNow || slot == holder { isStale = true }
  }

  /// Who ought to have the title; nil if it needn't be asked.
  fileprivate mutating func rightful(_ sessions: SessionTable) -> Slot?? {
    guard isStale else { return nil }
    isStale = false
    if let newest = candidates.max(by: { sessions[$0].activation < sessions[$1].activation }) {
      return .some(newest)
    }
    guard let holder else { return .some(nil) }
    let session = sessions[holder]
    let keeps =
      !session.isClosed && session.configuration.preferences.contains(.isNowPlayingCandidate)
    return .some(keeps ? holder : nil)
  }
}

extension Arbiter {
  /// Gives the title to the most recently activated candidate that plays; without one the holder
  /// keeps it, until it closes or wants it no more.
  mutating func entitle(_ decision: inout Decision) {
    guard let rightful = nowPlaying.rightful(sessions), rightful != nowPlaying.holder else {
      return
    }
    let former = nowPlaying.holder
    nowPlaying.holder = rightful
    decision.note(.R53)
    if let former { change(former, &decision) { $0.isNowPlaying = false } }
    if let rightful { change(rightful, &decision) { $0.isNowPlaying = true } }
  }
}
