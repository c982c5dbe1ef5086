/// One stream as `audiosessionctl status` and `audiosession-agent --explain-rules` show it.
package struct StreamReport: Equatable, Sendable {
  package var stream: UInt32
  package var direction: StreamDirection
  package var application: String
  package var mediaName: String
  package var pid: Int32?
  /// Whether the pid is the program's own word.
  package var isClaimed: Bool
  package var device: String?
  package var state: StreamState
  /// The rule that took it or left it alone.
  package var rule: String?
  /// The session that it counts as, the agent's or its program's own.
  package var session: UInt64?
  /// What it is multiplied by now, linear.
  package var gain: Double
  package var standing: Standing
  /// Why it stands so, a sentence.
  package var because: String

  /// How a stream stands.
  package enum Standing: String, CaseIterable, Sendable {
    /// Nobody touches it.
    case free
    /// A new one that waits for the daemon's word.
    case waiting
    case ducked
    case paused
    case silenced
    /// The user wanted it heard in spite of all (R57).
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
    because: String
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
  }
}
