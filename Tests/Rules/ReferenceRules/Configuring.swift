import AudioSessionArbitration
import AudioSessionTypes

/// Opening and configuring sessions: section 8, and leases.
extension NaiveArbiter {
  mutating func open(_ opening: Opening) {
    var session = NaiveSession(id: opening.id, owner: opening.owner, scope: opening.scope)
    do throws(Refusal) {
      session.configuration = try judge(opening.change, of: session, opening.grants)
    } catch { return refuse(nil, error) }
    if !opening.isWithinLimits {
      return refuse(nil, Refusal(.resourceNotAvailable, Reason(.R54)))
    }
    session.lease = opening.lease
    session.leaseDeadline = opening.lease.map(round.now.advanced(by:))
    sessions.append(session)
    sessions.sort { $0.id < $1.id }
    grant(session.id)
  }

  /// Legality (R4), then the grant of a priority or role that is named (R3), though the session may
  /// have it already.
  private func judge(
    _ change: ConfigurationChange,
    of session: NaiveSession,
    _ grants: Grants
  ) throws(Refusal) -> Configuration {
    let new = configuration(session.configuration, after: change)
    guard let new, !change.namesUnknownValue, new.isLegal else {
      throw Refusal(.badParam, Reason(.R4))
    }
    var isGranted = change.priority.map(grants.allow) ?? true
    if change.role != nil, let role = new.role { isGranted = isGranted && isAllowed(role, grants) }
    if !isGranted { throw Refusal(.missingEntitlement, Reason(.R3)) }
    return new
  }

  /// Configured as the new owner's, which the page leaves open; a failure changes nothing.
  mutating func reopen(_ reopening: Reopening) {
    let (id, owner) = (reopening.id, reopening.owner)
    let before = self[id]
    // A suspension is told to whom it befell; another process owes nothing to it (R47).
    if before.owner.process != owner.process { self[id].owesSuspensionNotice = false }
    self[id].owner = owner
    self[id].isOrphaned = false
    guard reconfigure(id, reopening.change, reopening.grants) else { return self[id] = before }
    self[id].lease = reopening.lease
    self[id].leaseDeadline = round.now.advanced(by: reopening.lease)
  }

  mutating func configure(_ id: SessionID, _ change: ConfigurationChange, _ grants: Grants) {
    _ = reconfigure(id, change, grants)
  }

  private mutating func reconfigure(
    _ id: SessionID,
    _ change: ConfigurationChange,
    _ grants: Grants
  ) -> Bool {
    let old = self[id]
    var new = old
    do throws(Refusal) {
      new.configuration = try judge(change, of: old, grants)
    } catch {
      refuse(id, error)
      return false
    }
    if !new.configuration.category.hasInput { new.isRecording = false }
    if old.isActive && isJudged(old.configuration, new.configuration), let no = refusal(of: new) {
      refuse(id, no)
      return false
    }
    self[id] = new
    takeEffect(of: new, instead: old)
    grant(id)
    return true
  }

  /// The values that R36 checks; the options are those in force, as on the wire.
  private func isJudged(_ old: Configuration, _ new: Configuration) -> Bool {
    old.category != new.category || old.mode != new.mode || old.optionsInForce != new.optionsInForce
      || old.priority != new.priority || old.role != new.role
  }

  private mutating func takeEffect(of new: NaiveSession, instead old: NaiveSession) {
    giveUpByMixing(new, instead: old)
    // A role that is like rows I and ID adds what the option adds (R39).
    let addsInterruptSpoken = new.interruptsOnlySpeech && !old.interruptsOnlySpeech
    if new.isActive && (old.isMixable && !new.isMixable || old.priority != new.priority) {
      takeTheFloor(new.id)
    } else if new.isActive && addsInterruptSpoken {
      // R39 is no activation: it interrupts, but joins no blockers (R28).
      for current in sessions where current.isActive && interrupts(new, current) {
        interrupt(current.id, .session(new.id), .default)
      }
    }
    // After the call has joined (R37), so that nobody is freed in between.
    let isAnswered = old.priority == .ringtone && new.priority == .phoneCall
    if isAnswered { releaseAsCall(new.id) }
    // A microphone that is muted already counts from now on, as if it were muted now (R43).
    muteMicrophone(of: new.id)
  }

  /// R38, which frees before the session claims anything anew, so that R28 finds those inactive.
  mutating func giveUpByMixing(_ new: NaiveSession, instead old: NaiveSession) {
    guard !old.isMixable && new.isMixable else { return }
    release(new.id, isSilent: !policy.releaseOnMixable)
    settle()
  }
}
