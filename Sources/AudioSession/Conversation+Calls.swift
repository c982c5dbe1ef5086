import AudioSessionClient
import AudioSessionWire

/// Calls, from their beginning to their answer.
extension Conversation {
  /// Begins a call: sends its request, or postpones it until the session is open.
  mutating func begin(_ call: Call, _ number: CallNumber, at now: Int64) {
    guard let session = sessions[call.session], session.phase != .closed else {
      return callbacks.append(.answer(call, .failure(.closed)))
    }
    if let refusal = refusal(of: call.operation, session) {
      return callbacks.append(.answer(call, .failure(refusal)))
    }
    if call.operation == .close, session.number == nil || isLost {
      end(call.session)
      return callbacks.append(.answer(call, .success(nil)))
    }
    calls[number] = call
    if case .turn(let last) = call.operation {
      if let turn = session.turn, session.turnCount > last { finish(number, turn) }
      return
    }
    if isLost { return finish(number, .failure(.mediaServicesFailed)) }
    if changesActivation(call.operation) { sessions[call.session]?.abandonedActivation = nil }
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

  private func changesActivation(_ operation: Operation) -> Bool {
    if case .deactivate = operation { return true }
    return operation.isActivation
  }

  /// Cancels a call; a request that was sent may be carried out all the same.
  mutating func cancel(_ number: CallNumber) { giveUp(number, .cancelled) }

  /// Ends a call whose caller waits no longer; an activation that was sent is undone if it succeeds.
  mutating func giveUp(_ number: CallNumber, _ error: AudioSessionError) {
    guard let call = calls[number] else { return }
    let session = sessions[call.session]
    let isSent = session?.waiting.contains(number) == false
    if call.operation.isActivation, isSent, session?.status.state != .active {
      sessions[call.session]?.abandonedActivation = number
    }
    finish(number, .failure(error))
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
    request(call.operation, session, .call(number, of: call.session))
    if call.operation == .close { end(call.session) }
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
    var answer = answer
    if case .configure(let wish) = call.operation, case .failure(let error) = answer,
      error.isAbsence
    {
      if let refusal = sessions[call.session]?.status.keep(wish) {
        answer = .failure(.refused(refusal))
      } else {
        sessions[call.session]?.configurationRefusal = nil
      }
    }
    callbacks.append(.answer(call, answer))
  }

  /// The session's turn has come, or won't: tells the calls that wait for it.
  mutating func takeTurn(_ key: SessionKey, _ turn: Answer) {
    sessions[key]?.turnCount += 1
    sessions[key]?.turn = turn
    for (number, call) in calls where call.session == key && call.operation.isTurn {
      finish(number, turn)
    }
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
  package var isAbsence: Bool {
    switch self {
    case .unavailable, .accessDenied, .incompatible, .mediaServicesFailed, .timedOut: true
    case .refused, .cancelled, .waitedInVain, .shouldNotResume, .closed: false
    }
  }
}
