import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// Handling of the daemon's messages, in the order in which they arrive.
extension ClientState {
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
    case .call(let number, let key, let operation): answer(number, operation, of: key, result)
    case .following(let key):
      if case .success(let object) = result { update(key, with: object) }
    case .closing, nil: break
    }
  }

  private mutating func opened(_ key: SessionKey, _ result: Result<JSONValue, ErrorReply>) {
    let number = (try? result.get())?.sessionNumber
    guard sessions[key]?.phase == .opening else {
      // The session was closed meanwhile, or the request is from before a restart.
      if let number { sendClose(number) }
      return
    }
    let waiting = sessions[key]?.waiting ?? []
    sessions[key]?.waiting.removeAll()
    switch result {
    case .success(let object):
      let former = sessions[key]?.status ?? SessionStatus()
      sessions[key]?.phase = number.map { .open($0) } ?? .unopened
      sessions[key]?.status.update(with: object)
      if !former.isInForeground {
        follow(key, .report(playing: nil, recording: nil, foreground: false))
      }
      if former.isInputMuted || former.isOutputMuted {
        follow(key, .mute(input: former.isInputMuted, output: former.isOutputMuted))
      }
      if let input = former.preferredInput { follow(key, .preferInput(input)) }
      sendWaiting(waiting, of: key)
    case .failure(let error):
      sessions[key]?.phase = .unopened
      if reopens(key, after: error) {
        openReduced(key, after: Refusal(error), waiting)
      } else {
        for call in waiting { finish(call, .failure(.refused(Refusal(error)))) }
      }
    }
  }

  /// Whether a session is opened with less, since it is its configuration that the daemon refuses.
  private func reopens(_ key: SessionKey, after error: ErrorReply) -> Bool {
    let refused = [ArbitrationError.badParam, .missingEntitlement].map(\.rawValue)
    return sessions[key]?.isConfigured == true && error.name.map(refused.contains) ?? false
  }

  /// Opens a session without the priority and the role that were kept for it, or without any
  /// configuration, because the daemon refuses it.
  ///
  /// The next activation is told: what was asked for mustn't be taken for granted.
  private mutating func openReduced(
    _ key: SessionKey,
    after refusal: Refusal,
    _ waiting: [CallNumber]
  ) {
    guard var status = sessions[key]?.status else { return }
    let hasPriority = status.priority != .normal || status.role != nil
    (status.priority, status.role) = (.normal, nil)
    sessions[key]?.status = hasPriority ? status : SessionStatus()
    sessions[key]?.waiting = waiting
    if let told = waiting.first(where: { calls[$0]?.operation.isActivation == true }) {
      finish(told, .failure(.refused(refusal)))
    } else {
      sessions[key]?.configurationRefusal = refusal
    }
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
    _ operation: Operation,
    of key: SessionKey,
    _ result: Result<JSONValue, ErrorReply>
  ) {
    if operation == .close { end(key) }
    if operation.isActivation {
      settleActivation(number, of: key, isGranted: (try? result.get()) != nil)
    }
    switch result {
    case .success(let object):
      update(key, with: object)
      if case .configure = operation { sessions[key]?.configurationRefusal = nil }
      if case .deactivate = operation { sessions[key]?.isActiveForNobody = false }
      finish(number, operation.answer(object))
    case .failure(let error) where error.name == ArbitrationError.mediaServicesFailed.rawValue:
      // The daemon is about to end (R1).
      finish(number, .failure(.mediaServicesFailed))
    case .failure(let error) where error.isAboutNoSession:
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
    guard let wire = sessions[key]?.number, object.sessionNumber == wire else { return }
    sessions[key]?.status.update(with: object)
  }

  private mutating func take(_ notification: ClientMachine.Notification) {
    switch NotificationMethod(rawValue: notification.method) {
    case .mediaServicesWereLost: lose()
    case .mediaServicesWereReset: outlivedRestart()
    default:
      guard let wire = notification.params.sessionNumber,
        let key = sessions.first(where: { $1.has(wire) })?.key, let event = notification.event
      else { return }
      if let seq = notification.stamp?.seq { sessions[key]?.status.seq = seq }
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

extension JSONValue {
  /// The number of the session that this is, or that it is about; nil if there is none.
  fileprivate var sessionNumber: UInt64? {
    let number = received(as: SessionReference.self)?.number ?? 0
    return 1...UInt64(JSONDocument.largestInteger) ~= number ? number : nil
  }
}

extension ErrorReply {
  /// True if the session isn't open, or is from before a restart of the daemon (R49).
  fileprivate var isAboutNoSession: Bool {
    name == "noSuchSession" || name == ArbitrationError.expiredSession.rawValue
  }
}

extension Operation {
  /// The answer to a request that succeeded.
  fileprivate func answer(_ result: JSONValue) -> Answer {
    switch self {
    case .route: .success(Route(result))
    case .systemSound: Refusal(silencing: result).map { .failure(.refused($0)) } ?? .success(nil)
    default: .success(nil)
    }
  }
}
