/// Calls for those who can't suspend; the thread that answers runs nothing of the program's.
extension Session {
  /// Does what `operation` says, on the thread that calls, in so much time at most.
  @discardableResult
  package func wait(
    for operation: Operation,
    atMost limit: Duration
  ) throws(AudioSessionError) -> SessionStatus {
    try reply(to: operation, within: limit).status
  }

  /// Asks the daemon for the route, on the thread that calls.
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
