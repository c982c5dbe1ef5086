package import AudioSessionArbitration
import AudioSessionTypes

/// Section 9 and time: what happens to sessions without their owners' asking.
extension NaiveArbiter {
  /// As it was reported; whether it counts is a matter of the route (R43).
  package func isMicrophoneMuted(for user: UserID) -> Bool {
    mutes.contains { $0.concerns(user) }
  }

  package func isSleeping(for user: UserID) -> Bool { sleeps.contains { $0.concerns(user) } }

  private func isSuspended(_ session: NaiveSession) -> Bool {
    suspensions.contains { word in
      word.process == session.owner.process && word.concerns(session.user)
    }
  }

  /// R43: the mute of a built-in microphone that the user's sessions could have.
  private func isMuteCounting(for user: UserID) -> Bool {
    isMicrophoneMuted(for: user) && route(of: user).hasBuiltInMicrophone
  }

  /// R43: whether the session may not record while the mute counts, and it does.
  func losesMicrophone(_ session: NaiveSession) -> Bool {
    isMuteCounting(for: session.user) && session.isBelowPhoneCall && !session.overridesMute
  }

  /// R43, R47, R50: a session is touched where what concerns it was not so before, or is no longer.
  mutating func changeSurroundings(_ change: (inout NaiveArbiter) -> Void) {
    let before = self
    change(&self)
    for session in before.sessions {
      let user = session.user
      switch (before.isMuteCounting(for: user), isMuteCounting(for: user)) {
      case (false, true): muteMicrophone(of: session.id)
      case (true, false): self[session.id].blockers.removeAll { $0 == .microphone }
      default: break
      }
      switch (before.isSleeping(for: user), isSleeping(for: user)) {
      case (false, true): fallAsleep(session)
      case (true, false):
        self[session.id].blockers.removeAll { $0 == .sleep }
        round.routes.append((session.id, .wakeFromSleep))
      default: break
      }
      switch (before.isSuspended(session), isSuspended(session)) {
      case (false, true): suspend(session)
      case (true, false): tellOfSuspension(session)
      default: break
      }
    }
  }

  /// R43, for a session that records though it may not.
  mutating func muteMicrophone(of id: SessionID) {
    guard self[id].isActive, self[id].isRecording, losesMicrophone(self[id]) else { return }
    interrupt(id, .microphone, .builtInMicMuted)
  }

  private mutating func fallAsleep(_ session: NaiveSession) {
    guard policy.interruptOnSleep, session.isActive, session.isNormal else { return }
    interrupt(session.id, .sleep, .default)
  }

  private mutating func suspend(_ session: NaiveSession) {
    guard session.isActive else { return }
    self[session.id].becomeInactive()
    // "As if deactivated" ends the right to resume, too (R11).
    self[session.id].right = nil
    self[session.id].owesSuspensionNotice = true
    release(session.id, isSilent: false)
  }

  private mutating func tellOfSuspension(_ session: NaiveSession) {
    guard session.owesSuspensionNotice else { return }
    self[session.id].owesSuspensionNotice = false
    let reason = policy.suspensionIsTold ? InterruptionReason.appWasSuspended : nil
    round.lifecycle.append((session.id, .didBecomeInactive(session.id, .system, reason)))
    guard policy.suspensionIsTold else { return }
    tellBegan(session.id, .appWasSuspended, by: nil)
  }

  /// R48, R60: all in one decision.
  mutating func connectionEnded(
    _ connection: ConnectionID,
    _ ids: [SessionID],
    _ orphaned: [SessionID]
  ) {
    end(ids, orphaning: orphaned)
    let before = self
    let takenRoutes = userRoutes.filter { $0.connection == connection }
    changeSurroundings { arbiter in
      arbiter.mutes.removeAll { $0.reporter.connection == connection }
      arbiter.sleeps.removeAll { $0.reporter.connection == connection }
      arbiter.silences.removeAll { $0.reporter.connection == connection }
      arbiter.suspensions.removeAll { $0.reporter.connection == connection }
      arbiter.userRoutes.removeAll { $0.connection == connection }
    }
    for session in sessions where session.muteReporter == connection {
      self[session.id].muteReporter = nil
      muteByUser(session.id, [], false)
    }
    // After the waking, which the page doesn't say.
    tellOfReturn(from: takenRoutes, since: before)
  }

  /// R68: told where it is news, or where its user wants to hear what its program has muted.
  mutating func muteByUser(_ id: SessionID, _ muted: SoundDirections, _ wantsUnmute: Bool) {
    let isWish = wantsUnmute && self[id].mutedByProgram.contains(.output)
    defer { self[id].mutedByUser = muted }
    guard isWish || self[id].mutedByUser != muted else { return }
    round.mutes.append((id, .mutesChanged(id, byUser: muted, wantsUnmute: isWish)))
  }

  mutating func end(_ ids: [SessionID], orphaning orphaned: [SessionID]) {
    remove(ids)
    // What was reported of a process ends with it, and a process that is gone never runs again.
    for id in orphaned {
      let process = self[id].owner.process
      self[id].isOrphaned = true
      self[id].owesSuspensionNotice = false
      suspensions.removeAll { $0.process == process }
    }
  }

  /// The earliest of what ends by time; nil: nothing does.
  package var earliestDeadline: Instant? {
    sessions.flatMap { [$0.offer?.end, $0.leaseDeadline] }.compactMap(\.self).min()
  }

  /// R30, R48: one deadline at most; of several at one moment by number, the offer before the
  /// lease.
  mutating func letTimePass() {
    guard let deadline = earliestDeadline, deadline <= round.now else { return }
    let due = sessions.first { [$0.offer?.end, $0.leaseDeadline].contains(deadline) }
    guard let due else { return }
    if due.offer?.end == deadline {
      round.expiry = .offer(due.id)
      self[due.id].offer = nil
      release(due.id, isSilent: false)
    } else {
      round.expiry = .lease(due.id)
      round.closed.append((due.id, .leaseExpired))
      remove([due.id])
    }
  }
}
