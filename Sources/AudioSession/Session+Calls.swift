public import AudioSessionTypes

/// The calls of a session.
///
/// Each suspends until the daemon has answered, for ``callLimit`` at most, and returns the status as of
/// its return: an event that came meanwhile is taken into account. In a task that is cancelled a call
/// throws ``AudioSessionError/cancelled``.
extension Session {
  /// Opens the session if it isn't open; every other call does so first, too.
  ///
  /// - Returns: The session's status.
  /// - Throws: Any ``AudioSessionError``.
  @discardableResult
  public func open() async throws(AudioSessionError) -> SessionStatus {
    try await perform(.open)
    return status
  }

  /// Changes the configuration; if any part of it is refused, nothing changes.
  ///
  /// If there is no daemon the call throws, but the configuration is kept, and set once there is one.
  ///
  /// - Parameter configuration: The settings to change.
  /// - Returns: The session's status afterwards.
  /// - Throws: Any ``AudioSessionError``.
  @discardableResult
  public func configure(
    _ configuration: Configuration
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.configure(configuration))
    return status
  }

  /// Sets the category with its mode and options.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - mode: The mode, which has to be legal in the category (R4).
  ///   - options: The category options; they replace the current set.
  /// - Returns: The session's status afterwards.
  /// - Throws: Any ``AudioSessionError``.
  @discardableResult
  public func configure(
    _ category: Category,
    mode: Mode = .default,
    options: CategoryOptions = []
  ) async throws(AudioSessionError) -> SessionStatus {
    try await configure(Configuration(category: category, mode: mode, options: options))
  }

  /// Activates the session, which may interrupt or duck other sessions.
  ///
  /// - Returns: The session's status afterwards.
  /// - Throws: Any ``AudioSessionError``; ``AudioSessionError/refused(_:)`` if a session of higher
  ///   priority is in the way.
  @discardableResult
  public func activate() async throws(AudioSessionError) -> SessionStatus {
    try await perform(.activate())
    return status
  }

  /// Deactivates the session.
  ///
  /// - Parameter notifyingOthers: Whether sessions that it interrupted are told that they may resume
  ///   (R24).
  /// - Returns: The session's status afterwards.
  /// - Throws: Any ``AudioSessionError``.
  @discardableResult
  public func deactivate(
    notifyingOthers: Bool = false
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.deactivate(notifyingOthers: notifyingOthers))
    return status
  }

  /// Reports what the program does; arguments that are nil keep their values.
  ///
  /// - Parameters:
  ///   - playing: Whether output is running; during an interruption, whether the user still wants it
  ///     to run (R29).
  ///   - recording: Whether input is running; true may be refused.
  ///   - foreground: Whether the program is in the foreground.
  /// - Returns: The session's status afterwards.
  /// - Throws: Any ``AudioSessionError``; if any part of the report is refused, nothing changes.
  @discardableResult
  public func report(
    playing: Bool? = nil,
    recording: Bool? = nil,
    foreground: Bool? = nil
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.report(playing: playing, recording: recording, foreground: foreground))
    return status
  }

  /// Mutes what the program records or plays, or no longer; arguments that are nil keep their values.
  ///
  /// The audio agent silences the program's streams. Without an agent the program has to be silent by
  /// itself; without a daemon the call throws, but the wish is kept, and told once there is one.
  ///
  /// - Parameters:
  ///   - input: Whether what it records is to be silent.
  ///   - output: Whether what it plays is to be silent.
  /// - Returns: The session's status afterwards.
  /// - Throws: Any ``AudioSessionError``.
  @discardableResult
  public func mute(
    input: Bool? = nil,
    output: Bool? = nil
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.mute(input: input, output: output))
    return status
  }

  /// Prefers an input to record from, or none any more.
  ///
  /// The audio agent has the program's capture streams come from there while the session is active, or
  /// interrupted, in a category that records (R69). Without a daemon the call throws, but the wish is
  /// kept, and told once there is one.
  ///
  /// - Parameter port: The port's ``Route/Port/id``, such as one of ``Hardware/availableInputs``; nil for
  ///   no preference.
  /// - Returns: The session's status afterwards.
  /// - Throws: Any ``AudioSessionError``.
  @discardableResult
  public func preferInput(_ port: String?) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.preferInput(port))
    return status
  }

  /// Has what the program plays go to the loudspeaker, whatever the route, or no longer.
  ///
  /// The audio agent does that, if there is a ``Hardware/loudspeaker``. It ends when the session becomes
  /// inactive, has another category than `playAndRecord`, or is told of a change of route (R69).
  ///
  /// - Parameter toSpeaker: Whether it is to go there.
  /// - Returns: The session's status afterwards.
  /// - Throws: Any ``AudioSessionError``; ``AudioSessionError/refused(_:)`` with `badParam` in another
  ///   category than `playAndRecord`.
  @discardableResult
  public func overrideOutput(
    toSpeaker: Bool
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.overrideOutput(toSpeaker: toSpeaker))
    return status
  }

  /// Renews the lease that the session was opened as, from now on.
  ///
  /// - Parameter timeToLive: Its new duration, 0.1 seconds to 24 hours; nil to keep that of before.
  /// - Returns: The session's status.
  /// - Throws: Any ``AudioSessionError``; ``AudioSessionError/refused(_:)`` with `badParam` if the
  ///   session isn't a lease.
  @discardableResult
  public func renew(
    timeToLive: Duration? = nil
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.renew(timeToLive))
    return status
  }

  /// Reads the session's current status from the daemon.
  ///
  /// - Returns: The status.
  /// - Throws: Any ``AudioSessionError``.
  @discardableResult
  public func refresh() async throws(AudioSessionError) -> SessionStatus {
    try await perform(.refresh)
    return status
  }

  /// Reads the current route from the daemon.
  ///
  /// - Returns: The route; without ports if none has been reported.
  /// - Throws: Any ``AudioSessionError``.
  public func route() async throws(AudioSessionError) -> Route {
    try await perform(.route) ?? Route()
  }

  /// Closes the session for good; sessions that it interrupted are told that they may resume.
  ///
  /// Returns when the daemon has closed it. A daemon that can't be reached has no session to close.
  public func close() async {
    _ = try? await perform(.close, isCancellable: false)
    transport.leave(key)
  }

  /// Makes a call and waits for its answer.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - limit: When it ends at the latest, in nanoseconds since boot; nil for ``callLimit`` from now.
  ///   - isCancellable: False for what has to be done all the same in a task that was cancelled.
  /// - Returns: The route, if the operation asks for it.
  /// - Throws: Any ``AudioSessionError``.
  @discardableResult
  func perform(
    _ operation: Operation,
    until limit: Int64? = nil,
    isCancellable: Bool = true
  ) async throws(AudioSessionError) -> Route? {
    if isCancellable, Task.isCancelled { throw .cancelled }
    let number = transport.reserveCall()
    let limit = limit ?? transport.end(of: Session.callLimit)
    let answer: Answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transport.begin(operation, number, of: key, until: limit) {
          continuation.resume(returning: $0)
        }
        // The cancellation may have come before there was a call to cancel.
        if isCancellable, Task.isCancelled { transport.cancel(number) }
      }
    } onCancel: {
      if isCancellable { transport.cancel(number) }
    }
    return try answer.get()
  }
}
