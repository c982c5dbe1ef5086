/// Blocking calls, for code that can't suspend.
///
/// The thread that delivers answers runs no code of the program, so that blocking any thread of the
/// program is safe.
extension Session {
  /// Carries out an operation, blocking the calling thread for `limit` at most.
  ///
  /// - Returns: The route, if the operation asks for it.
  @discardableResult
  package func wait(
    for operation: Operation,
    atMost limit: Duration
  ) throws(AudioSessionError) -> Route? {
    let answer = BlockingAnswer()
    let end = transport.end(of: limit)
    transport.begin(operation, transport.reserveCall(), of: key, until: end) { answer.finish($0) }
    transport.letTimePass(until: end) { answer.isFinished }
    return try answer.wait().get()
  }
}

extension Session {
  /// Takes over the configuration of another session; this one must not have been used.
  package func keepConfiguration(of other: Session) {
    let status = other.status.afterReset
    transport.access { [key] in $0.sessions[key]?.status = status }
  }
}
