import AudioSessionArbitration
import AudioSessionTypes

/// Sections 5 and 6: who interrupts whom, who waits for whom, and who is freed.
extension NaiveArbiter {
  /// Section 3 against all, as the session's newest activation (R12, R37).
  mutating func takeTheFloor(_ id: SessionID) {
    activations += 1
    self[id].activation = activations
    memory.refusals[id] = nil
    let newcomer = self[id]
    for current in sessions where interrupts(newcomer, current) {
      switch current.state {
      case .inactive: break
      case .active: interrupt(current.id, .session(id), .default)
      case .interrupted: join(id, current.id)
      }
    }
  }

  /// R28: one more that the session waits for, of which it hears nothing.
  private mutating func join(_ blocker: SessionID, _ waiting: SessionID) {
    if self[waiting].blockers.contains(.session(blocker)) { return }
    self[waiting].blockers.append(.session(blocker))
    let reason = reason(self[blocker], self[waiting])
    memory.claims[waiting, default: [:]][blocker] = Memory.Claim(reason: reason, since: mark)
  }

  mutating func interrupt(_ id: SessionID, _ blocker: Blocker, _ reason: InterruptionReason) {
    noteInterruption(id, blocker)
    var session = self[id]
    session.wasPlaying = session.isPlaying || session.isRecording
    session.playedWhenInterrupted = session.isPlaying
    session.state = .interrupted
    session.isRecording = false
    session.isPoisoned = false
    session.blockers = [blocker]
    session.interruptionReason = reason
    session.interruptedAt = round.event
    self[id] = session
    round.lifecycle.append((id, .didBecomeInactive(id, .system, reason)))
    if case .session(let by) = blocker {
      tellBegan(id, reason, by: by)
    } else {
      tellBegan(id, reason, by: nil)
    }
  }

  /// For `policy.explain`: by what and since when.
  private mutating func noteInterruption(_ id: SessionID, _ blocker: Blocker) {
    let cause: Reason
    switch blocker {
    case .session(let by): cause = reason(self[by], self[id])
    case .microphone: cause = Reason(.R43)
    case .route: cause = Reason(.R44)
    case .sleep: cause = Reason(.R50)
    }
    let claim = Memory.Claim(reason: cause, since: mark)
    memory.interruptions[id] = claim
    memory.claims[id] = [:]
    if case .session(let by) = blocker { memory.claims[id] = [by: claim] }
  }

  mutating func tellBegan(_ id: SessionID, _ reason: InterruptionReason, by: SessionID?) {
    round.began.append((id, .began(id, reason, by: by)))
    // What sends a notification takes a number, and it will be the next one.
    self[id].beganSeq = seq + 1
    self[id].right = nil
  }

  /// R24: gives up every claim; an offer stands for its time, whether anybody waits or not (R30).
  mutating func release(_ id: SessionID, isSilent: Bool) {
    for waiting in sessions { release(waiting.id, from: id, isSilent: isSilent) }
  }

  /// R24, of one claim.
  private mutating func release(_ waiting: SessionID, from id: SessionID, isSilent: Bool) {
    guard self[waiting].blockers.contains(.session(id)) else { return }
    self[waiting].blockers.removeAll { $0 == .session(id) }
    if isSilent { self[waiting].isPoisoned = true }
  }

  /// R42: a ring that became a call keeps those only whom the call would interrupt itself.
  mutating func releaseAsCall(_ id: SessionID) {
    for waiting in sessions where encounter(self[id], waiting) != .interrupt {
      release(waiting.id, from: id, isSilent: false)
    }
  }

  /// R48: sessions end together, as if deactivated notifying (R25).
  mutating func remove(_ ids: [SessionID]) {
    sessions.removeAll { ids.contains($0.id) }
    for id in ids { release(id, isSilent: false) }
  }

  /// Frees all who wait for nothing any more, in waves: what lapses at once frees the next (R31).
  mutating func settle() {
    while true {
      let freed = sessions.filter { $0.state == .interrupted && $0.blockers.isEmpty }
      if freed.isEmpty { return }
      var lapsing: [SessionID] = []
      for session in freed.sorted(by: wasInterruptedLater) where !end(session.id) {
        lapsing.append(session.id)
      }
      for id in lapsing { release(id, isSilent: false) }
    }
  }

  func wasInterruptedLater(_ left: NaiveSession, _ right: NaiveSession) -> Bool {
    (left.interruptedAt, left.activation) > (right.interruptedAt, right.activation)
  }

  /// R24, R30, R31: ends the interruption, and says whether the session keeps its own claims.
  private mutating func end(_ id: SessionID) -> Bool {
    let session = self[id]
    let resumes = session.wasPlaying && !session.isPoisoned && tellToResume(session)
    if !session.isPoisoned || policy.endedOnSilentDeactivation {
      round.ended.append((session, resumes))
    }
    self[id].becomeInactive()
    guard resumes, policy.resumeOffer != .zero, holdsBackSomebody(session) else { return false }
    self[id].offer = resumeTerm
    memory.offers[id] = mark
    return true
  }

  /// R31: whether the session is told to resume, which gives it the right to (R11).
  mutating func tellToResume(_ session: NaiveSession) -> Bool {
    if session.isRationed {
      let isTaken = round.resuming.contains { other in
        policy.meetWithinApplication ? session.sharesZone(with: other) : session.meets(other)
      }
      if isTaken { return false }
      round.resuming.append(session)
    }
    self[session.id].right = resumeTerm
    return true
  }

  /// An offer, and the right to resume, that begin now; they keep their time (R61).
  private var resumeTerm: Term { Term(end: policy.resumeOffer.map(round.now.advanced(by:))) }

  private func holdsBackSomebody(_ session: NaiveSession) -> Bool {
    sessions.contains { other in
      other.blockers.contains(.session(session.id))
        || other.refusedAt != nil && wouldRefuse(session, other)
    }
  }
}
