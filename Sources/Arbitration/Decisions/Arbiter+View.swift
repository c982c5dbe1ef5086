package import AudioSessionTypes

/// What may be read of the arbiter; all derived at the moment of asking.
extension Arbiter {
  /// The session, nil if there is none of that number; who was closed by the latest event is there.
  package func view(of id: SessionID) -> SessionView? {
    sessions.slot(of: id).map { view(of: $0) }
  }

  /// The number of the session's latest activation; 0 before the first.
  package func activation(of id: SessionID) -> UInt64 {
    sessions.slot(of: id).map { sessions[$0].activation } ?? 0
  }

  package func isOpen(_ id: SessionID) -> Bool {
    sessions.slot(of: id).map { !sessions[$0].isClosed } ?? false
  }

  /// All open sessions by number.
  package var sessionIDs: [SessionID] {
    sessions.all.map { sessions[$0] }.filter { !$0.isClosed }.map(\.id)
  }

  /// Who ducks the session, by number.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - list: Takes the numbers.
  ///   - limit: How many there is room for.
  /// - Returns: How many had no room.
  package func duckers(of id: SessionID, into list: inout [SessionID], limit: Int) -> Int {
    list.removeAll(keepingCapacity: true)
    guard let slot = sessions.slot(of: id) else { return 0 }
    let count = sessions[slot].duckerCount
    // The tally knows how many there are, so the walk ends with the last of them.
    for (ducker, _) in duckers(of: slot, limit: min(limit, count)) {
      list.append(sessions[ducker].id)
    }
    list.sort()
    return count - list.count
  }

  /// Whom the session waits for, by number.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - list: Takes the numbers.
  ///   - limit: How many there is room for.
  /// - Returns: How many had no room.
  package func blockers(of id: SessionID, into list: inout [SessionID], limit: Int) -> Int {
    list.removeAll(keepingCapacity: true)
    guard let slot = sessions.slot(of: id) else { return 0 }
    for (blocker, _, _) in claims.blockers(of: slot) { list.append(sessions[blocker].id) }
    list.sort()
    let leftOut = max(0, list.count - limit)
    list.removeLast(leftOut)
    return leftOut
  }

  /// What enforcers are to hold or lower: everybody interrupted, or ducked below 1, by number.
  package func enforced(into list: inout [SessionID]) {
    list.removeAll(keepingCapacity: true)
    var held = sessions.walk(.interrupted)
    while let slot = held.next(in: sessions) { list.append(sessions[slot].id) }
    var lowered = sessions.walk(.active)
    while let slot = lowered.next(in: sessions) {
      if gain(of: sessions[slot]) != 1 { list.append(sessions[slot].id) }
    }
    list.sort()
  }

  package func isMicrophoneMuted(for user: UserID) -> Bool { system.isMuted(user) }

  package func isSleeping(for user: UserID) -> Bool { system.isSleeping(user) }

  /// Whether the silent switch is on for the user's sessions (R62).
  package func isSilenced(for user: UserID) -> Bool { system.isSilenced(user) }

  /// The kind of a role that can be taken now: `accessibility`, or one of the policy's (R66).
  package func kind(ofRole name: String) -> Kind? {
    if Kind(name: name) == .accessibility { return .accessibility }
    return policy.roles.contains { $0.name == name } ? kindNames.kind(named: name) : nil
  }

  private func view(of slot: Slot) -> SessionView {
    let session = sessions[slot]
    return SessionView(
      id: session.id,
      owner: session.owner,
      isOrphaned: session.isOrphaned,
      scope: session.scope,
      configuration: session.configuration,
      kind: sessions.contender(slot).kind,
      state: session.state,
      isPlaying: session.isPlaying,
      isRecording: session.isRecording,
      isForeground: session.isForeground,
      gain: gain(of: session),
      interruptionReason: session.interruption?.reason,
      isOtherAudioPlaying: parties.othersPlay(than: slot),
      secondaryAudioShouldBeSilencedHint: isHinted(session, sessions.zone(slot)),
      promptStyle: promptStyle(for: session),
      isNowPlaying: session.isNowPlaying,
      activation: session.activation,
      lease: session.lease.map { LeaseView(length: $0.length, deadline: $0.deadline) },
      isPending: session.pendingSince != nil,
      isOffered: session.offer != nil,
      offerDeadline: session.offer?.deadline
    )
  }
}
