import AudioSessionClient
import AudioSessionSystem

/// The transport of the messages between a client and a daemon.
///
/// No code of the program runs under the lock of a client's state.
protocol Transport: AnyObject, Sendable {
  /// The time on the daemon's clock, in nanoseconds since boot.
  var now: Int64 { get }

  /// Reads the client's state, or changes it without anything to send.
  func access<Result: Sendable>(_ body: (inout ClientState) -> Result) -> Result

  /// Changes the client's state, sends, and performs the callbacks that result.
  func change<Result: Sendable>(_ body: (inout ClientState) -> Result) -> Result

  /// Removes a session; the connection ends with the last one.
  func leave(_ key: SessionKey)

  /// Lets time pass for a thread that is about to block; where time passes by itself this does
  /// nothing.
  ///
  /// - Parameters:
  ///   - limit: The time at which it gives up, in nanoseconds since boot.
  ///   - isOver: Returns true once it needn't wait any more.
  func letTimePass(until limit: Int64, unless isOver: @Sendable () -> Bool)
}

extension Transport {
  func status(of key: SessionKey) -> SessionStatus {
    access { $0.sessions[key]?.status } ?? SessionStatus()
  }

  /// Sends a session's events to a listener until the session is closed; the first listener receives
  /// those since the session was created as well.
  func add(_ listener: AsyncStream<SessionEvent>.Continuation, to key: SessionKey) {
    // Told under the lock, so that no later event comes before those that have been kept. A stream
    // that nobody reads yet only stores what it is told, and runs no code of the program.
    let number = access { $0.add(listener, to: key) }
    guard let number else { return listener.finish() }
    listener.onTermination = { [weak self] _ in
      // Returned, so that it is released after the lock: its release may call this closure again.
      _ = self?.access { $0.sessions[key]?.listeners.removeValue(forKey: number) }
    }
  }

  /// Returns a number for a call that is about to begin.
  func reserveCall() -> CallNumber { access { $0.nextCallNumber() } }

  /// Begins a call; `finish` is called exactly once, on any thread.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - number: A reserved number.
  ///   - key: The session.
  ///   - limit: The time at which it ends at the latest, in nanoseconds since boot.
  ///   - finish: What is called with the answer.
  func begin(
    _ operation: Operation,
    _ number: CallNumber,
    of key: SessionKey,
    until limit: Int64,
    _ finish: @escaping @Sendable (Answer) -> Void
  ) {
    let call = Call(session: key, operation: operation, limit: limit, finish: finish)
    let now = now
    change { $0.begin(call, number, at: now) }
  }

  /// The time at which a wait of this length ends, in nanoseconds since boot.
  func end(of wait: Duration) -> Int64 {
    let (end, isBeyond) = now.addingReportingOverflow(wait.nanoseconds)
    return isBeyond ? .max : end
  }

  /// Cancels a call that hasn't ended.
  func cancel(_ number: CallNumber) { change { $0.cancel(number) } }
}
