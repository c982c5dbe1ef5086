/// A stream, as `audiosessionctl status` and `audiosession-agent --explain-rules` show it.
package struct StreamReport: Equatable, Sendable {
  package var stream: UInt32
  package var direction: StreamDirection
  package var application: String
  package var mediaName: String
  package var pid: Int32?
  /// Whether the pid is only the program's own claim.
  package var isClaimed: Bool
  package var device: String?
  package var state: StreamState
  /// The name of the rule that took it or left it alone; nil if none matches.
  package var rule: String?
  /// The session that it belongs to, the agent's or its program's own.
  package var session: UInt64?
  /// The current gain, linear, 0…1.
  package var gain: Double
  package var standing: Standing
  /// The reason for its standing, a sentence.
  package var because: String
  /// The daemon's reason for opening no session for it; nil if it didn't refuse one.
  package var trouble: String?

  /// The treatment of a stream.
  package enum Standing: String, CaseIterable, Sendable {
    /// Untouched.
    case free
    /// New, and silent until the daemon decides.
    case waiting
    case ducked
    case paused
    case silenced
    /// Heard in spite of a decision, because the user wants it (R57).
    case overridden
  }

  package init(
    stream: UInt32,
    direction: StreamDirection,
    application: String,
    mediaName: String,
    pid: Int32?,
    isClaimed: Bool,
    device: String?,
    state: StreamState,
    rule: String?,
    session: UInt64?,
    gain: Double,
    standing: Standing,
    because: String,
    trouble: String? = nil
  ) {
    self.stream = stream
    self.direction = direction
    self.application = application
    self.mediaName = mediaName
    self.pid = pid
    self.isClaimed = isClaimed
    self.device = device
    self.state = state
    self.rule = rule
    self.session = session
    self.gain = gain
    self.standing = standing
    self.because = because
    self.trouble = trouble
  }
}
