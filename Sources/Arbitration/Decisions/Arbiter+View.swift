package import AudioSessionTypes

/// Questions that the shell may ask; every answer is worked out when it is asked for.
extension Arbiter {
  /// The session, even one that the latest event closed; nil if there is none of that number.
  package func view(of id: SessionID) -> SessionView? {
    sessions.slot(of: id).map { view(of: $0) }
  }

  package func isOpen(_ id: SessionID) -> Bool {
    sessions.slot(of: id).map { !sessions[$0].isClosed } ?? false
  }

  /// All open sessions by number.
  package var sessionIDs: [SessionID] {
    sessions.all().map { sessions[$0] }.filter { !$0.isClosed }.map { $0.id }
  }

  /// The set of the sessions that duck the session.
  package func duckerTally(of id: SessionID) -> Tally {
    sessions.slot(of: id).map { duckers.tally($0) } ?? Tally()
  }

  /// Lists the sessions that duck the session, by number.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - list: Takes the sessions; what it held is replaced.
  ///   - limit: The length of the list at most.
  /// - Returns: The number of duckers left out.
  package func duckers(of id: SessionID, into list: inout [SessionID], limit: Int) -> Int {
    list.forgetAll()
    guard let slot = sessions.slot(of: id) else { return 0 }
    let count = Int(duckers.tally(slot).count)
    guard count > 0 else { return 0 }
    // The tally has their number, so that the walk ends with the last of them.
    forEachDucker(of: slot, limit: min(limit, count)) { ducker, _ in
      list.append(sessions[ducker].id)
    }
    if list.count > 1 { list.sort() }
    return count - list.count
  }

  /// Lists the sessions that block the session, by number.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - list: Takes the sessions; what it held is replaced.
  ///   - limit: The length of the list at most.
  /// - Returns: The number of blockers left out.
  package func blockers(of id: SessionID, into list: inout [SessionID], limit: Int) -> Int {
    list.forgetAll()
    guard let slot = sessions.slot(of: id), claims.areOver(slot) else { return 0 }
    for (blocker, _, _) in claims.blockers(of: slot) { list.append(sessions[blocker].id) }
    list.sort()
    let leftOut = max(0, list.count - limit)
    list.removeLast(leftOut)
    return leftOut
  }

  /// Lists the sessions that enforcers hold, duck, mute or direct, by number: the interrupted ones,
  /// those that are lowered, and those of which their program wants that.
  package func enforced(into list: inout [SessionID]) {
    list.forgetAll()
    var held = sessions.walk(.interrupted)
    while let slot = held.next(in: sessions) { list.append(sessions[slot].id) }
    var lowered = sessions.walk(.active)
    while let slot = lowered.next(in: sessions) {
      if gains(of: slot).enforced != 1 { list.append(sessions[slot].id) }
    }
    for slot in sessions.wishing {
      let wishes = sessions.wishes(slot)
      guard !wishes.mutes.byProgram.isEmpty || portsInForce(slot, wishes) != PortWishes() else {
        continue
      }
      let isListed = sessions[slot].interrupted != nil || gains(of: slot).enforced != 1
      if !isListed { list.append(sessions[slot].id) }
    }
    list.sort()
  }

  package func isMicrophoneMuted(for user: UserID) -> Bool {
    system.holds(.microphoneMuted, for: user)
  }

  package func isSleeping(for user: UserID) -> Bool { system.holds(.sleeping, for: user) }

  /// Whether the silent switch is on for the user (R62).
  package func isSilenced(for user: UserID) -> Bool { system.holds(.silenced, for: user) }

  /// The kind of a role that a session may take now: `accessibility`, or one of the policy's (R66).
  package func kind(ofRole name: String) -> Kind? {
    if Kind(name: name) == .accessibility { return .accessibility }
    return policy.roles.contains { $0.name == name } ? kindNames.kind(named: name) : nil
  }

  /// The inputs that sessions prefer, by the numbers of their names.
  package var preferredInputs: [UInt64] {
    sessions.wishing.map { sessions.wishes($0).ports.input }.filter { $0 != 0 }
  }

  private func portsInForce(_ slot: Slot, _ wishes: SoundWishes) -> PortWishes {
    wishes.ports.inForce(sessions[slot].state, sessions[slot].configuration.category)
  }

  private func view(of slot: Slot) -> SessionView {
    let session = sessions[slot]
    let contender = sessions.contender(slot)
    let ownership = sessions.details(slot).ownership
    let offer = session.inactive?.offer
    let wishes = sessions.wishes(slot)
    let gains = gains(of: slot)
    return SessionView(
      id: session.id,
      owner: ownership.owner,
      isOrphaned: ownership.isOrphaned,
      scope: contender.scope,
      configuration: session.configuration,
      kind: contender.kind,
      state: session.state,
      isPlaying: session.isPlaying,
      isRecording: session.isRecording,
      isForeground: session.isForeground,
      gain: gains.shown,
      enforcedGain: gains.enforced,
      duckers: duckers.tally(slot),
      interruptionReason: session.interrupted?.origin.reason,
      isOtherAudioPlaying: parties.othersPlay(than: slot),
      secondaryAudioShouldBeSilencedHint: isHinted(slot),
      promptStyle: promptStyle(for: slot),
      isNowPlaying: session.isNowPlaying,
      activation: session.activation,
      lease: ownership.lease,
      isPending: session.inactive?.pendingSince != nil,
      isOffered: offer != nil,
      offerDeadline: offer?.deadline,
      mutedByProgram: wishes.mutes.byProgram,
      mutedByUser: wishes.mutes.byUser,
      ports: wishes.ports,
      portsInForce: portsInForce(slot, wishes)
    )
  }
}
