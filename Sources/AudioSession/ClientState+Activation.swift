import AudioSessionClient

/// Activations that wait for their turn, that end with a scope, or that nobody waits for any more.
extension ClientState {
  /// Begins to wait for a turn, unless one has come since the given one.
  mutating func beginTurn(_ number: CallNumber, _ session: SessionRecord, after last: UInt64) {
    if session.lastDeactivation > last {
      finish(number, .failure(.shouldNotResume))
    } else if let turn = session.turn, session.turnCount > last {
      finish(number, turn)
    }
  }

  /// The session's turn has come, or won't: tells the calls that wait for it.
  mutating func takeTurn(_ key: SessionKey, _ turn: Answer) {
    sessions[key]?.turnCount += 1
    sessions[key]?.turn = turn
    for number in callNumbers(where: { $0.session == key && $0.operation.isTurn }) {
      finish(number, turn)
    }
  }

  /// The program deactivates the session, and with it ends what waits for a turn.
  mutating func endTurns(of key: SessionKey) {
    takeTurn(key, .failure(.shouldNotResume))
    if let count = sessions[key]?.turnCount { sessions[key]?.lastDeactivation = count }
  }

  /// Nobody waits for the session's turn any more: it must not be kept for it, before others (R34).
  mutating func giveUpTurn(of key: SessionKey) {
    let isWanted = calls.values.contains { call in
      call.session == key && (call.operation.isTurn || call.operation.isActivation)
    }
    // An interrupted session isn't pending; its interruption ends as usual.
    if !isWanted, link == .ready, sessions[key]?.status.state == .inactive {
      follow(key, .deactivate(notifyingOthers: true))
    }
  }

  /// Ends a scope, and deactivates the session if it was the last.
  ///
  /// Both in one step: a scope that begins between the two would lose its activation.
  mutating func endScope(
    _ call: Call,
    _ number: CallNumber,
    _ notifyingOthers: Bool,
    _ hasActivated: Bool,
    at now: Int64
  ) {
    sessions[call.session]?.scopeCount -= 1
    guard let session = sessions[call.session], session.scopeCount == 0,
      hasActivated || session.status.state == .active
    else { return callbacks.append(.answer(call, .success(nil))) }
    let deactivation = Call(
      session: call.session,
      operation: .deactivate(notifyingOthers: notifyingOthers),
      limit: call.limit,
      finish: call.finish
    )
    begin(deactivation, number, at: now)
  }

  /// Handles the reply to an activation, before the status is updated by it.
  ///
  /// One that nobody waits for any more is undone, unless the session was active anyway, or another
  /// call that was made later decides.
  ///
  /// - Parameters:
  ///   - number: The call.
  ///   - key: The session.
  ///   - isGranted: Whether the daemon activated the session.
  mutating func settleActivation(_ number: CallNumber, of key: SessionKey, isGranted: Bool) {
    guard let session = sessions[key] else { return }
    let isForNobody = session.isActiveForNobody
    if calls[number] != nil, isGranted {
      sessions[key]?.isActiveForNobody = false
      return
    }
    let wasWanted = session.status.state == .active && !isForNobody
    guard isGranted ? !wasWanted : isForNobody else { return }
    let isDecidedLater = calls.contains { later, call in
      call.session == key && call.operation.changesActivation && later.number > number.number
    }
    sessions[key]?.isActiveForNobody = isDecidedLater
    if !isDecidedLater { follow(key, .deactivate(notifyingOthers: true)) }
  }

  /// Makes a request of the library's own about a session.
  mutating func follow(_ key: SessionKey, _ operation: Operation) {
    guard let number = sessions[key]?.number else { return }
    request(operation, number, .following(key))
  }
}
