package import AudioSessionTypes

/// Identifies a pending `session.open`, until the daemon has numbered the session.
package struct OpeningID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// The treatment of a session's sound, by `enforcement.apply`.
package struct Target: Equatable, Sendable {
  package var session: UInt64
  /// The gain, linear, 0…1.
  package var gain: Double
  package var isHeld: Bool
  package var ramp: Duration
  /// What is to be silent at its program's wish (R68).
  package var muted: SoundDirections
  /// Where its program wants its sound to go, by the directions of its streams (R69).
  package var ports: PortWishes

  package init(
    session: UInt64,
    gain: Double,
    isHeld: Bool,
    ramp: Duration,
    muted: SoundDirections = [],
    ports: PortWishes = PortWishes()
  ) {
    self.muted = muted
    self.ports = ports
    self.session = session
    self.gain = gain
    self.isHeld = isHeld
    self.ramp = ramp
  }
}

/// Where a program wants its sound to go, whatever the route (R69).
package struct PortWishes: Equatable, Sendable {
  /// The port's id; nil for where the route leads.
  package var input: String?
  /// To the loudspeaker.
  package var overridesOutput: Bool

  package init(input: String? = nil, overridesOutput: Bool = false) {
    self.input = input
    self.overridesOutput = overridesOutput
  }
}

/// A session that a program opened itself.
package struct OtherSession: Equatable, Sendable {
  package var session: UInt64
  package var pid: Int32?
  package var state: SessionState
  /// Whether it lowers or refuses what begins beside it, by the kinds of R59.
  package var outranks: Bool

  /// Whether its priority is above normal, so that it may silence everything.
  package var isAboveNormal: Bool

  package init(
    session: UInt64,
    pid: Int32?,
    state: SessionState,
    outranks: Bool = true,
    isAboveNormal: Bool = false
  ) {
    self.session = session
    self.pid = pid
    self.state = state
    self.outranks = outranks
    self.isAboveNormal = isAboveNormal
  }
}

/// An event of the daemon.
package enum DaemonEvent: Equatable, Sendable {
  /// The conversation has begun: `hello`, `policy.get`, `events.subscribe` and `enforcement.attach`
  /// were answered.
  case connected(DaemonFacts)
  /// The connection is lost, and every session with it.
  case lost
  case opened(OpeningID, session: UInt64)
  /// No session could be opened.
  case notOpened(OpeningID, reason: String)
  /// Our session is active now.
  case activated(UInt64)
  /// Our session was refused, or the request failed; the sentence is the daemon's.
  case notActivated(UInt64, reason: String)
  /// All targets as of decision `seq`; sessions without one are free.
  case targets([Target], seq: UInt64)
  /// Our session is active, but may not record (R7, R43, R64).
  case notRecording(UInt64, reason: String)
  /// Our session was interrupted; if by the route or by its process's suspension, no end follows.
  case interruptionBegan(UInt64, InterruptionReason)
  case interruptionEnded(UInt64, shouldResume: Bool)
  case recommended(UInt64, shouldResume: Bool)
  /// Our session was closed, and not by us.
  case closed(UInt64)
  /// The daemon didn't change our session as asked.
  case notConfigured(UInt64)
  /// New or changed sessions of other programs.
  case others([OtherSession])
  /// Closed sessions of other programs.
  case othersClosed([UInt64])
  /// The daemon's configuration has changed.
  case facts(DaemonFacts)
}

/// The daemon's facts for this connection.
package struct DaemonFacts: Equatable, Sendable {
  /// The names of our grants.
  package var grants: Set<String>
  /// The names of the roles that take a grant.
  package var grantedRoles: Set<String>
  package var unduckRamp: Duration

  package init(grants: Set<String>, grantedRoles: Set<String>, unduckRamp: Duration) {
    self.grants = grants
    self.grantedRoles = grantedRoles
    self.unduckRamp = unduckRamp
  }
}
