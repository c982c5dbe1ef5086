import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire

/// Calls, from their beginning to their answer.
extension ClientState {
  /// Begins a call: sends its request, or postpones it until the session is open.
  mutating func begin(_ call: Call, _ number: CallNumber, at now: Int64) {
    guard let session = sessions[call.session], !session.isClosed else {
      return callbacks.append(.answer(call, .failure(.closed)))
    }
    if case .endScope(let notifyingOthers, let hasActivated) = call.operation {
      return endScope(call, number, notifyingOthers, hasActivated, at: now)
    }
    if let refusal = refusal(of: call.operation, session) {
      // Said once: what is left of the configuration may be activated then.
      if call.operation.isActivation { sessions[call.session]?.configurationRefusal = nil }
      return callbacks.append(.answer(call, .failure(refusal)))
    }
    if call.operation == .close, session.number == nil || isLost {
      end(call.session)
      return callbacks.append(.answer(call, .success(nil)))
    }
    calls[number] = call
    if case .turn(let last) = call.operation { return beginTurn(number, session, after: last) }
    // Those that wait have been given up by the program, which hears of no recommendation then (R29,
    // R34).
    if case .deactivate = call.operation { endTurns(of: call.session) }
    if isLost { return finish(number, .failure(.mediaServicesFailed)) }
    switch link {
    case .idle: link = .connecting(from: now)
    case .connecting where absence == .awaited: link = .connecting(from: now)
    case .connecting, .greeting, .ready: break
    }
    if let wire = session.number {
      send(number, call, wire)
    } else {
      sessions[call.session]?.waiting.append(number)
      sessions[call.session]?.isToOpen = true
      if link == .ready { open(call.session) }
    }
    expectAnswer(at: now)
  }

  /// The refusal of an operation that the daemon needn't be asked about.
  private func refusal(
    of operation: Operation,
    _ session: SessionRecord
  ) -> AudioSessionError? {
    if case .configure(let configuration) = operation { return configuration.fault }
    guard operation.isActivation, let refusal = session.configurationRefusal else { return nil }
    return .refused(refusal)
  }

  /// Cancels a call; a request that was sent may be carried out all the same.
  mutating func cancel(_ number: CallNumber) { giveUp(number, .cancelled) }

  /// Ends a call whose caller waits no longer; an activation that was sent is undone if it succeeds.
  mutating func giveUp(_ number: CallNumber, _ error: AudioSessionError) {
    guard let call = calls[number] else { return }
    finish(number, .failure(error))
    if call.operation.isTurn {
      giveUpTurn(of: call.session)
    } else if error == .timedOut, link != .ready, absence == nil {
      // The program knows that the daemon is missing; so it hears when it is there.
      absence = .awaited
    }
  }

  /// Opens a session that is unopened.
  mutating func open(_ key: SessionKey) {
    guard var session = sessions[key], session.phase == .unopened else { return }
    session.phase = .opening
    session.isToOpen = false
    sessions[key] = session
    var members = session.opening.members
    if session.isConfigured { members += session.status.configuration.members }
    purposes[machine.request(.sessionOpen, .object(members))] = .open(key)
  }

  /// Sends the request of a call, for an open session.
  mutating func send(_ number: CallNumber, _ call: Call, _ session: UInt64) {
    request(call.operation, session, .call(number, of: call.session, call.operation))
    if call.operation == .close {
      sessions[call.session]?.phase = .closing(session)
      takeTurn(call.session, .failure(.closed))
    }
  }

  /// Closes a session for which no call waits.
  mutating func sendClose(_ session: UInt64) {
    request(.close, session, .closing)
  }

  /// Makes the request of an operation.
  mutating func request(_ operation: Operation, _ session: UInt64, _ purpose: Purpose) {
    guard let (method, parameters) = operation.request(session) else { return }
    purposes[machine.request(method, parameters)] = purpose
  }

  /// Ends a call, if it hasn't ended.
  ///
  /// A configuration that the daemon couldn't be asked for is kept until it can be, unless it isn't
  /// legal.
  mutating func finish(_ number: CallNumber, _ answer: Answer) {
    guard let call = calls.removeValue(forKey: number) else { return }
    if case .failure(let error) = answer, error.isAbsence, let refusal = keep(call) {
      callbacks.append(.answer(call, .failure(.refused(refusal))))
    } else {
      callbacks.append(.answer(call, answer))
    }
  }

  /// Keeps what a call wanted to set.
  ///
  /// - Returns: Why it isn't legal, and isn't kept; nil if it is, or there was nothing to keep.
  private mutating func keep(_ call: Call) -> Refusal? {
    switch call.operation {
    case .configure(let wish):
      if let refusal = sessions[call.session]?.status.keep(wish) { return refusal }
      sessions[call.session]?.configurationRefusal = nil
    case .report(_, _, let foreground?):
      sessions[call.session]?.status.isInForeground = foreground
    case .mute(let input, let output):
      if let input { sessions[call.session]?.status.isInputMuted = input }
      if let output { sessions[call.session]?.status.isOutputMuted = output }
    case .preferInput(let port): sessions[call.session]?.status.preferredInput = port
    default: break
    }
    return nil
  }

  /// Marks a session as closed: it receives no further event, and its calls fail.
  mutating func end(_ key: SessionKey) {
    guard let session = sessions[key] else { return }
    sessions[key]?.phase = .closed
    sessions[key]?.listeners.removeAll()
    for number in session.waiting { finish(number, .failure(.closed)) }
    takeTurn(key, .failure(.closed))
    callbacks += session.listeners.values.map(Callback.end)
  }
}

extension SessionRecord {
  /// True if the session has settings that a new one hasn't.
  var isConfigured: Bool { status.configuration != SessionStatus().configuration }
}

extension AudioSessionError {
  /// True if the daemon couldn't be asked.
  var isAbsence: Bool {
    switch self {
    case .unavailable, .accessDenied, .incompatible, .mediaServicesFailed, .timedOut: true
    case .refused, .cancelled, .waitedInVain, .shouldNotResume, .closed: false
    }
  }
}
