public import AudioSession
public import AudioSessionTypes

/// Priority, role, reports, and the scope in which the session meets others.
extension AVAudioSession.Linux {
  /// The arbitration priority; with a role, that of the role (R66).
  public var priority: Priority { session.status.priority }

  /// Sets the arbitration priority, such as `phoneCall` for a call or `alarm` for an alarm clock.
  ///
  /// Without a daemon it is kept, and set when there is one.
  ///
  /// - Parameter priority: The priority; above `normal` it requires a grant of the administrator's (R3).
  /// - Throws: ``AVAudioSession/ErrorCode/missingEntitlement`` without the grant; while the session is
  ///   active, also the errors of an activation.
  public func setPriority(_ priority: Priority) throws {
    try session.perform { _ in .configure(Configuration(priority: priority)) }
  }

  /// The name of the role; nil if the session has none (R66).
  public var role: String? { session.status.role }

  /// Sets the role, for sessions that category, options and priority don't describe.
  ///
  /// Without a daemon it is kept, and set when there is one.
  ///
  /// - Parameter role: The role, such as `.accessibility`; `.noRole` removes it.
  /// - Throws: ``AVAudioSession/ErrorCode/badParam`` if the daemon knows no such role,
  ///   ``AVAudioSession/ErrorCode/missingEntitlement`` without the grant for it; while the session is
  ///   active, also the errors of an activation.
  public func setRole(_ role: Role) throws {
    try session.perform { _ in .configure(Configuration(role: role)) }
  }

  /// Reports what the program does; arguments that are nil keep their values.
  ///
  /// A program that never reports counts as playing while it is active. One that reports isn't resumed
  /// after a call if its user had paused it, and doesn't silence others while it is paused. What players
  /// and recorders of this module do is reported by itself, until the program reports.
  ///
  /// - Parameters:
  ///   - playing: Whether output is running; during an interruption, whether the user still wants it
  ///     to run (R29).
  ///   - recording: Whether input is running; true may be refused (R64).
  ///   - foreground: Whether the program is in the foreground.
  /// - Throws: The daemon's refusal, such as ``AVAudioSession/ErrorCode/cannotStartRecording``. Without
  ///   a daemon there is nobody to report to, which is no error.
  public func report(
    playing: Bool? = nil,
    recording: Bool? = nil,
    foreground: Bool? = nil
  ) throws {
    if playing != nil || recording != nil { SessionAudio.shared.programReports() }
    try session.perform { _ in
      .report(playing: playing, recording: recording, foreground: foreground)
    }
  }

  /// The application that the session belongs to (R52); nil if it named none.
  public var application: String? { session.scope.application }

  /// Names the application of which this process is a part, for programs of several processes.
  ///
  /// Call it before anything else: an open session is closed. The next call opens it anew, inactive,
  /// with the same configuration.
  ///
  /// - Parameter application: The name, 1 to 128 bytes; nil for none (R52).
  public func setApplication(_ application: String?) {
    session.changeScope { $0.application = application }
  }

  /// The zone in which the session is heard (R63).
  public var zone: Zone { session.scope.zone }

  /// Sets the zone in which the session is heard.
  ///
  /// Call it before anything else: an open session is closed. The next call opens it anew, inactive,
  /// with the same configuration.
  ///
  /// - Parameter zone: The zone (R63).
  public func setZone(_ zone: Zone) { session.changeScope { $0.zone = zone } }

  /// The lease as which the session is opened; nil if it ends with the process.
  public var lease: Lease? { session.scope.lease }

  /// Makes the session a lease, which outlives a crash of the process for a time (R48).
  ///
  /// Call it before anything else: an open session is closed. The next call opens it anew, inactive,
  /// with the same configuration.
  ///
  /// - Parameter lease: The lease; nil for a session that ends with the process.
  public func setLease(_ lease: Lease?) { session.changeScope { $0.lease = lease } }

  /// Renews the lease from now on.
  ///
  /// - Parameter timeToLive: Its new duration, 0.1 seconds to 24 hours; nil to keep that of before.
  /// - Throws: ``AVAudioSession/ErrorCode/badParam`` if the session isn't a lease,
  ///   ``AVAudioSession/ErrorCode/mediaServicesFailed`` without a daemon.
  public func renewLease(timeToLive: Duration? = nil) throws {
    try session.perform { _ in .renew(timeToLive) }
  }
}
