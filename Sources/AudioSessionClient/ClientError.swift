package import AudioSessionSystem
package import AudioSessionWire

/// Why a client got no result.
package enum ClientError: Error, Equatable, Sendable {
  /// No connection could be made to any of these paths; the error is that of the last attempt.
  case unavailable(tried: [String], Errno)
  /// The daemon answered with an error.
  case refused(ErrorReply)
  /// The daemon didn't answer in time.
  case timedOut
  /// The other side sent something that isn't part of the protocol; the text says what.
  case protocolViolation(String)
  /// The connection has ended.
  case disconnected
}
