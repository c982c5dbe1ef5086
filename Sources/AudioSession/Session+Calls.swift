public import AudioSessionTypes

/// What a session is asked for; a cancelled task's call ends with ``AudioSessionError/cancelled``.
extension Session {
  /// Opens the session, if it isn't open; every other call does so too.
  @discardableResult
  public func open() async throws(AudioSessionError) -> SessionStatus {
    try await perform(.open).status
  }

  /// Sets how it means to use sound: all of it, or nothing if it is refused.
  @discardableResult
  public func configure(
    _ configuration: Configuration
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.configure(configuration)).status
  }

  /// Sets a category, with its mode and its options.
  @discardableResult
  public func configure(
    _ category: Category,
    mode: Mode = .default,
    options: CategoryOptions = []
  ) async throws(AudioSessionError) -> SessionStatus {
    try await configure(Configuration(category: category, mode: mode, options: options))
  }

  /// Makes the session active, which may interrupt or lower others.
  @discardableResult
  public func activate() async throws(AudioSessionError) -> SessionStatus {
    try await perform(.activate).status
  }

  /// Makes the session inactive; with `notifyingOthers`, whom it interrupted may play on.
  @discardableResult
  public func deactivate(
    notifyingOthers: Bool = false
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.deactivate(notifyingOthers: notifyingOthers)).status
  }

  /// Tells what the program does; what is nil isn't mentioned.
  ///
  /// - Parameters:
  ///   - playing: Whether it plays; while interrupted, whether the user wants it to (R29).
  ///   - recording: Whether its input runs; true may be refused.
  ///   - foreground: Whether the user sees it.
  /// - Returns: How the session stands now.
  /// - Throws: Any ``AudioSessionError``; if one part is refused nothing has changed.
  @discardableResult
  public func report(
    playing: Bool? = nil,
    recording: Bool? = nil,
    foreground: Bool? = nil
  ) async throws(AudioSessionError) -> SessionStatus {
    try await perform(.report(playing: playing, recording: recording, foreground: foreground))
      .status
  }

  /// Asks the daemon how the session stands now.
  @discardableResult
  public func refresh() async throws(AudioSessionError) -> SessionStatus {
    try await perform(.refresh).status
  }

  /// Asks the daemon for the route; one without ports is none that anybody has reported.
  public func route() async throws(AudioSessionError) -> Route {
    try await perform(.route).route ?? Route()
  }

  /// Ends the session for good; whoever waited on it is told, as by a notifying deactivation.
  ///
  /// It returns when the daemon has done so, or can't be reached, which ends the session too.
  public func close() async {
    _ = try? await perform(.close)
    connection.leave(key)
  }

  private func perform(_ operation: Operation) async throws(AudioSessionError) -> Reply {
    if Task.isCancelled, operation != .close { throw .cancelled }
    let number = connection.reserveCall()
    let answer: Answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        connection.begin(operation, number, of: key, within: Session.callLimit) {
          continuation.resume(returning: $0)
        }
        // The handler may have come before there was anything to give up.
        if Task.isCancelled { connection.cancel(number) }
      }
    } onCancel: {
      connection.cancel(number)
    }
    return try answer.get()
  }
}
