/// Blocking calls, for code that can't suspend.
///
/// The thread that delivers answers runs no code of the program, so that blocking any thread of the
/// program is safe.
extension Session {
  /// Carries out an operation, blocking the calling thread for `limit` at most.
  @discardableResult
  package func wait(
    for operation: Operation,
    atMost limit: Duration
  ) throws(AudioSessionError) -> SessionStatus {
    try reply(to: operation, within: limit).status
  }

  /// Reads the route from the daemon, blocking the calling thread for `limit` at most.
  package func waitForRoute(atMost limit: Duration) throws(AudioSessionError) -> Route {
    try reply(to: .route, within: limit).route ?? Route()
  }

  private func reply(
    to operation: Operation,
    within limit: Duration
  ) throws(AudioSessionError) -> Reply {
    let answer = BlockingAnswer()
    connection.begin(operation, connection.reserveCall(), of: key, within: limit) {
      answer.finish($0)
    }
    return try answer.wait().get()
  }
}
