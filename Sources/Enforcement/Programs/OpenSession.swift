/// An open session of a program, as the daemon is known to treat it.
struct OpenSession: Equatable, Sendable {
  enum State: Equatable, Sendable {
    case inactive
    /// The daemon was asked, and hasn't answered.
    case activating
    case active
    /// Interrupted; an end will follow, unless the user overrides it.
    case interrupted
    /// The interruption ended without `shouldResume`, or no end will follow: it is the user's turn.
    case ended
    /// The daemon refused it; it may recommend to try again (R34).
    case refused(because: String)
  }

  /// The daemon's number for it.
  let number: UInt64
  var state = State.inactive
  /// The value of ``Program/isWanted`` that the daemon knows; nil for the one it assumes at
  /// activation.
  var reportedPlaying: Bool?
  var reportedRecording = false
  /// The reason that the daemon forbids it to record though it is active; nil if it may.
  var mayNotRecord: String?
  /// Whether its user pressed play while it was held (R57).
  var isOverridden = false
  /// Whether one of the program's players has played since the activation, or since the lock that
  /// paused it ended.
  var hasPlayed = false

  /// An inactive session.
  init(_ number: UInt64) { self.number = number }

  /// Forgets what was said of its former activation.
  ///
  /// - Parameter isPlaying: Whether one of the program's players plays now.
  mutating func beginActivation(isPlaying: Bool) {
    reportedPlaying = nil
    reportedRecording = false
    mayNotRecord = nil
    hasPlayed = isPlaying
  }
}
