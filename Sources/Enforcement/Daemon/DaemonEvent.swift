package import AudioSessionTypes

/// A request of ours for a session, until the daemon has given it a number.
package struct OpeningID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }
}

/// What is to be done to a session's sound, by `enforcement.apply`.
package struct Target: Equatable, Sendable {
  package var session: UInt64
  /// Linear, 0…1.
  package var gain: Double
  package var isHeld: Bool
  package var ramp: Duration

  package init(session: UInt64, gain: Double, isHeld: Bool, ramp: Duration) {
    self.session = session
    self.gain = gain
    self.isHeld = isHeld
    self.ramp = ramp
  }
}

/// A session of the daemon that isn't ours: of a program that speaks for itself.
package struct OtherSession: Equatable, Sendable {
  package enum State: String, Sendable, BitwiseCopyable { case inactive, active, interrupted }

  package var session: UInt64
  package var pid: Int32?
  package var state: State

  package init(session: UInt64, pid: Int32?, state: State) {
    self.session = session
    self.pid = pid
    self.state = state
  }
}

/// What the daemon says, in the order in which it says it.
package enum DaemonEvent: Equatable, Sendable {
  /// The conversation has begun: `hello`, `policy.get`, `events.subscribe` and `enforcement.attach`
  /// were answered.
  case connected(DaemonFacts)
  /// The connection is lost, and every session with it.
  case lost
  case opened(OpeningID, session: UInt64)
  /// No session could be opened.
  case notOpened(OpeningID, reason: String)
  /// Ours is active now.
  case activated(UInt64)
  /// Ours was refused, or the request failed; the sentence is the daemon's.
  case notActivated(UInt64, reason: String)
  /// The targets as of decision `seq`, all of them; whoever isn't among them is free.
  case targets([Target], seq: UInt64)
  /// Ours is active, and may not record (R7, R43, R64).
  case notRecording(UInt64, reason: String)
  /// Ours was interrupted; by the route or by its process's sleep without an end to come.
  case interruptionBegan(UInt64, InterruptionReason)
  case interruptionEnded(UInt64, shouldResume: Bool)
  case recommended(UInt64, shouldResume: Bool)
  /// Ours was closed, and not by us.
  case closed(UInt64)
  /// Sessions of others that are new or have changed.
  case others([OtherSession])
  /// Sessions of others that have ended.
  case othersClosed([UInt64])
  /// The ramp by which gains rise from now on (R19).
  case unduckRamp(Duration)
}

/// What holds for a conversation.
package struct DaemonFacts: Equatable, Sendable {
  /// The names of our grants.
  package var grants: Set<String>
  /// By name, the roles that take a grant.
  package var grantedRoles: Set<String>
  package var unduckRamp: Duration

  package init(grants: Set<String>, grantedRoles: Set<String>, unduckRamp: Duration) {
    self.grants = grants
    self.grantedRoles = grantedRoles
    self.unduckRamp = unduckRamp
  }
}
