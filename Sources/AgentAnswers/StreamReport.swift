package import AudioSessionSchema

/// A program's stream, as `audiosessionctl status` and `audiosession-agent --explain-rules` show it.
package struct StreamReport: Equatable, Sendable {
  package var stream: UInt32
  package var direction: Direction
  package var application: String
  package var mediaName: String
  package var pid: Int32?
  /// Whether the pid is only the program's own claim.
  package var isClaimed: Bool
  package var device: String?
  package var state: State
  /// The name of the rule that took it or left it alone; nil if none matches.
  package var rule: String?
  /// The file and line of that rule.
  package var rulePlace: String?
  /// The session that it belongs to, the agent's or its program's own.
  package var session: UInt64?
  /// The current gain, linear, 0…1.
  package var gain: Double
  package var standing: Standing
  /// The reason for its standing, a sentence.
  package var because: String
  /// The daemon's reason for opening no session for it; nil if it didn't refuse one.
  package var trouble: String?

  package enum Direction: String, DescribedWord, Sendable {
    case output, input
  }

  /// The state of the stream's node.
  package enum State: String, DescribedWord, Sendable {
    /// Sound flows.
    case running
    /// Linked, but stopped by its program.
    case idle
    /// Not linked, or not ready.
    case suspended
  }

  /// The treatment of a stream.
  package enum Standing: String, DescribedWord, Sendable {
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
    direction: Direction,
    application: String,
    mediaName: String,
    pid: Int32?,
    isClaimed: Bool,
    device: String?,
    state: State,
    rule: String?,
    rulePlace: String? = nil,
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
    self.rulePlace = rulePlace
    self.session = session
    self.gain = gain
    self.standing = standing
    self.because = because
    self.trouble = trouble
  }
}

extension StreamReport: DescribedObject {
  package static var unsent: StreamReport? {
    StreamReport(
      stream: 0,
      direction: .output,
      application: "?",
      mediaName: "",
      pid: nil,
      isClaimed: false,
      device: nil,
      state: .idle,
      rule: nil,
      session: nil,
      gain: 1,
      standing: .free,
      because: "?"
    )
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: StreamReport?,
    of archive: inout A
  ) throws(A.Fault) -> StreamReport {
    StreamReport(
      stream: try archive.member("stream", it?.stream),
      direction: try archive.member("direction", it?.direction),
      application: try archive.member("application", it?.application),
      mediaName: try archive.member("mediaName", it?.mediaName),
      pid: try archive.nullable("pid", it.map { $0.pid }),
      isClaimed: try archive.member("claimed", it?.isClaimed),
      device: try archive.nullable("device", it.map { $0.device }),
      state: try archive.member("state", it?.state),
      rule: try archive.nullable("rule", it.map { $0.rule }),
      rulePlace: try archive.nullable("rulePlace", it.map { $0.rulePlace }),
      session: try archive.nullable("session", it.map { $0.session }),
      gain: try archive.member("gain", it?.gain),
      standing: try archive.member("standing", it?.standing),
      because: try archive.member("because", it?.because),
      trouble: try archive.nullable("trouble", it.map { $0.trouble })
    )
  }
}
