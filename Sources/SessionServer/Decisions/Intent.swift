import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionWire

/// An event that a client requests, with what its reply and its record need besides.
struct Intent {
  /// The reply to a granted request.
  enum Answer {
    /// The session object.
    case session
    /// `{}`.
    case empty
  }

  var event: Event
  /// The session that the request names, for the log.
  var session: SessionID?
  /// The reason given, for the log.
  var note: String?
  var answer = Answer.session
  /// The value in the request that doesn't exist (R4).
  var unknownValue: MemberFault?
  /// The identity of the session that the event opens or takes over.
  var identity: SessionIdentity?
}
