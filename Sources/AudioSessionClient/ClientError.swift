package import AudioSessionSystem

/// Why a client doesn't have what it asked for.
package enum ClientError: Error, Equatable, Sendable {
  /// No daemon answers at any of these paths, and why the last one doesn't.
  case unavailable(tried: [String], Errno)
  /// The daemon answered with an error.
  case refused(ErrorReply)
  /// The daemon didn't answer in time.
  case timedOut
  /// What came is nothing that a daemon says; the sentence tells what it was.
  case protocolViolation(String)
  /// The connection has ended.
  case disconnected
}
