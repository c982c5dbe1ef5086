public import AudioSession
import AudioSessionClient
import AudioSessionConfigurationFile

/// A daemon for tests, in the same process and in virtual time.
///
/// It decides by the code of the real daemon, but has no socket, no thread and no clock: time passes
/// when the test says so, by ``advance(by:)``, or while a blocking call waits for an answer. When a
/// call returns, all that it caused has been told to the sessions' event sequences, as long as no
/// other thread uses the same daemon.
public final class SimulatedDaemon: Sendable {
  let machine: LockedMachine

  /// Creates a daemon.
  ///
  /// - Parameter isRunning: False for a daemon that isn't there before ``start()``.
  public convenience init(isRunning: Bool = true) {
    self.init(settings: Settings(), isRunning: isRunning)
  }

  init(settings: Settings, isRunning: Bool) {
    machine = LockedMachine(settings: settings, isRunning: isRunning)
  }

  /// Creates a session that is connected to this daemon.
  ///
  /// - Parameters:
  ///   - name: The session's name.
  ///   - application: The application that the session belongs to (R52).
  ///   - zone: The zone in which the session is heard (R63).
  ///   - lease: The lease to open or to continue; nil for a session that ends with its connection.
  ///   - program: The program that the session is in. Each session has a connection of its own.
  /// - Returns: The session, which is opened by its first call.
  public func session(
    name: String? = nil,
    application: String? = nil,
    zone: Zone = .byConfiguration,
    lease: Lease? = nil,
    as program: SimulatedProgram = .own
  ) -> Session {
    let link = machine.link(application: application, of: program)
    return Session(Opening(name: name, zone: zone, lease: lease), on: link)
  }

  /// Connects the sessions that name no socket path, and are created from now on, to this daemon.
  ///
  /// `AVAudioSession.sharedInstance()` is among them, if it wasn't used before. All tests of a process
  /// share the default, so those that use it must not run at the same time.
  public func becomeDefault() { InProcessDaemons.current = machine }

  /// Lets sessions that name no socket path look for the machine's daemon again, if this one is the
  /// default.
  public func resignDefault() {
    if InProcessDaemons.current === machine { InProcessDaemons.current = nil }
  }
}

/// Time.
extension SimulatedDaemon {
  /// The virtual time since the daemon was created.
  public var now: Duration { .nanoseconds(machine.now) }

  /// Lets time pass: offers, leases and time limits end each at its own moment, in order.
  ///
  /// - Parameter duration: How much time passes.
  public func advance(by duration: Duration) {
    machine.letTimePass(until: machine.now + duration.nanoseconds) { false }
  }
}

/// What can go wrong with a daemon.
extension SimulatedDaemon {
  /// Stops the daemon: every session receives `mediaServicesLost`.
  ///
  /// - Parameter announced: False for a daemon that is killed, and can't tell its clients before.
  public func stop(announced: Bool = true) { machine.change { $0.stop(isOrderly: announced) } }

  /// Starts the daemon, which knows no session, but what was reported of the machine.
  ///
  /// Sessions connect again at their next attempt, after 5 seconds at most: ``advance(by:)`` lets them.
  public func start() { machine.change { $0.start() } }

  /// Lets the daemon hang: it takes what comes, and does nothing.
  ///
  /// Sessions that wait for an answer lose it once the time limit of calls has passed.
  public func hang() { machine.change { $0.hang() } }

  /// Lets a daemon that hangs go on, with all that came meanwhile.
  public func resume() { machine.change { $0.resume() } }
}
