import AudioSessionClient
import AudioSessionWire

/// Handling of the daemon's messages, in the order in which they arrive.
extension Conversation {
  /// Handles received bytes.
  ///
  /// - Throws: If the connection is of no further use.
  mutating func received(_ bytes: Span<UInt8>) throws(ClientError) {
    machine.append(bytes)
    while let message = try machine.nextMessage() {
      switch message {
      case .reply(let number, let result):
        try take(result, for: purposes.removeValue(forKey: number))
      case .notification(let notification): take(notification)
      }
    }
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
      // A configuration that can't be restored must not make every later call fail.
      sessions[key]?.status = SessionStatus()
      for call in waiting { finish(call, .failure(.refused(Refusal(error)))) }
    }
  }

  private mutating func sendWaiting(_ waiting: [CallNumber], of key: SessionKey) {
    for number in waiting {
      // A call that was cancelled meanwhile is gone.
      guard let call = calls[number], let session = sessions[key] else { continue }
      if call.operation == .open {
        finish(number, .success(Reply(status: session.status)))
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
      // A reply from before a loss doesn't describe the present session.
      if let wire = sessions[key]?.number, object["session"]?.integer == Int64(exactly: wire) {
        sessions[key]?.status.update(with: object)
      }
      let status = sessions[key]?.status ?? SessionStatus()
      finish(number, .success(Reply(status: status, route: object["route"].map { Route($0) })))
    case .failure(let error) where error.name == "noSuchSession":
      // It ended without a notification, as with the process that it was opened for.
      end(key)
      finish(number, .failure(.closed))
    case .failure(let error): finish(number, .failure(.refused(Refusal(error))))
    }
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
      tell(event, to: key)
      if case .closed = event { end(key) }
    }
  }

  /// Updates a session's status and passes the event to its listeners.
  mutating func tell(_ event: SessionEvent, to key: SessionKey) {
    guard let session = sessions[key] else { return }
    sessions[key]?.status.update(with: event)
    callbacks += session.listeners.values.map { .event($0, event) }
  }
}
