import AudioSessionClient
import AudioSessionTypes
import AudioSessionWire

/// Handling of the daemon's messages, in the order in which they arrive.
extension Conversation {
  /// Handles received bytes.
  ///
  /// - Throws: If the connection is of no further use.
  mutating func received(_ bytes: Span<UInt8>, at now: Int64) throws(ClientError) {
    patienceEnd = nil
    machine.append(bytes)
    while let message = try machine.nextMessage() {
      switch message {
      case .reply(let number, let result):
        try take(result, for: purposes.removeValue(forKey: number))
      case .notification(let notification): take(notification)
      }
    }
    expectAnswer(at: now)
  }

  private mutating func take(
    _ result: Result<JSONValue, ErrorReply>,
    for purpose: Purpose?
  ) throws(ClientError) {
    switch purpose {
    case .hello:
      switch result {
      case .success(let result): greeted(result)
      case .failure(let error): throw .refused(error)
      }
    case .open(let key): opened(key, result)
    case .call(let number, let key): answer(number, of: key, result)
    case .following(let key):
      if case .success(let object) = result { update(key, with: object) }
    case .closing, nil: break
    }
  }

  private mutating func opened(_ key: SessionKey, _ result: Result<JSONValue, ErrorReply>) {
    let number = (try? result.get()).flatMap { $0["session"]?.integer }.flatMap(UInt64.init)
    guard sessions[key]?.phase == .opening else {
      // The session was closed meanwhile, or the request is from before a restart.
      if let number { sendClose(number) }
      return
    }
    let waiting = sessions[key]?.waiting ?? []
    sessions[key]?.waiting.removeAll()
    switch result {
    case .success(let object):
      sessions[key]?.phase = number.map { .open($0) } ?? .unopened
      sessions[key]?.status.update(with: object)
      sendWaiting(waiting, of: key)
    case .failure(let error):
      sessions[key]?.phase = .unopened
      if sessions[key]?.isConfigured == true {
        openUnconfigured(key, after: Refusal(error), waiting)
      } else {
        for call in waiting { finish(call, .failure(.refused(Refusal(error)))) }
      }
    }
  }

  /// Opens a session without the configuration that was kept for it, which the daemon has refused.
  ///
  /// It can be configured to something else then, but not activated as something that it isn't.
  private mutating func openUnconfigured(
    _ key: SessionKey,
    after refusal: Refusal,
    _ waiting: [CallNumber]
  ) {
    sessions[key]?.status = SessionStatus()
    sessions[key]?.configurationRefusal = refusal
    for number in waiting where calls[number]?.operation.isActivation == true {
      finish(number, .failure(.refused(refusal)))
    }
    sessions[key]?.waiting = waiting
    open(key)
  }

  private mutating func sendWaiting(_ waiting: [CallNumber], of key: SessionKey) {
    for number in waiting {
      // A call that was cancelled meanwhile is gone.
      guard let call = calls[number], let session = sessions[key] else { continue }
      if call.operation == .open {
        finish(number, .success(nil))
      } else if let wire = session.number {
        send(number, call, wire)
      } else {
        finish(number, .failure(.closed))
      }
    }
  }

  private mutating func answer(
    _ number: CallNumber,
    of key: SessionKey,
    _ result: Result<JSONValue, ErrorReply>
  ) {
    switch result {
    case .success(let object):
      update(key, with: object)
      if case .configure? = calls[number]?.operation { sessions[key]?.configurationRefusal = nil }
      if sessions[key]?.abandonedActivation == number { undoActivation(of: key) }
      // Nothing is recommended to a session that has given up (R29, R34).
      if case .deactivate? = calls[number]?.operation {
        takeTurn(key, .failure(.shouldNotResume))
      }
      finish(number, .success(object["route"].map { Route($0) }))
    case .failure(let error) where error.name == ArbitrationError.mediaServicesFailed.rawValue:
      // The daemon is about to end (R1).
      finish(number, .failure(.mediaServicesFailed))
    case .failure(let error) where error.name == "noSuchSession":
      // It ended without a notification, as with the process that it was opened for.
      end(key)
      finish(number, .failure(.closed))
    case .failure(let error):
      // What a call that was given up has left behind may be wrong.
      if calls[number] == nil { follow(key, .refresh) }
      finish(number, .failure(.refused(Refusal(error))))
    }
  }

  private mutating func update(_ key: SessionKey, with object: JSONValue) {
    // A reply from before a loss doesn't describe the present session.
    guard let wire = sessions[key]?.number, object["session"]?.integer == Int64(exactly: wire)
    else { return }
    sessions[key]?.status.update(with: object)
  }

  /// Gives back what a call got whose caller waits no longer.
  private mutating func undoActivation(of key: SessionKey) {
    sessions[key]?.abandonedActivation = nil
    follow(key, .deactivate(notifyingOthers: true))
  }

  private mutating func follow(_ key: SessionKey, _ operation: Operation) {
    guard let number = sessions[key]?.number else { return }
    request(operation, number, .following(key))
  }

  private mutating func take(_ notification: ClientMachine.Notification) {
    switch NotificationMethod(rawValue: notification.method) {
    case .mediaServicesWereLost: lose()
    case .mediaServicesWereReset: outlivedRestart()
    default:
      guard let number = notification.params["session"]?.integer,
        let key = sessions.first(where: { $1.number == UInt64(exactly: number) })?.key,
        let event = SessionEvent(notification)
      else { return }
      if let seq = notification.params["seq"]?.integer {
        sessions[key]?.status.seq = UInt64(clamping: seq)
      }
      tell(event, to: key)
      if case .closed = event { end(key) }
    }
  }

  /// Updates a session's status and passes the event to its listeners.
  mutating func tell(_ event: SessionEvent, to key: SessionKey) {
    if let told = sessions[key]?.note(event) { callbacks += told }
    switch event {
    case .resumptionRecommendation(.shouldNotResume):
      takeTurn(key, .failure(.shouldNotResume))
    case .resumptionRecommendation(.shouldResume), .didBecomeActive, .mediaServicesReset:
      takeTurn(key, .success(nil))
    default: break
    }
  }
}
