import AudioSessionArbitration
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionTypes

/// Tells the service manager that the daemon serves, what holds the sound, and that the loop lives.
///
/// Without a manager, every call does nothing.
final class Supervisor {
  /// The values that a status is made from; the text is composed again only if they have changed.
  struct Mark: Equatable {
    var seq: UInt64
    var counts: Counts
    var connections: Int
  }

  private let manager: ServiceManager?
  private let loop: Loop
  private let journal: Journal
  /// The time of the next ping, while the watchdog is on.
  private var pingTime = Instant(nanoseconds: 0)
  private var watchingSince = Instant(nanoseconds: 0)
  /// Whether the poller watches for room at the manager's socket.
  private var isWaitingForRoom = false
  /// The time at which messages are sent again that the kernel had no memory for.
  private(set) var retryTime: Instant?
  private var toldTime = Instant(nanoseconds: 0)
  private var toldMark: Mark?

  init(_ manager: ServiceManager?, loop: Loop, journal: Journal) {
    self.manager = manager
    self.loop = loop
    self.journal = journal
  }

  /// Reports that the daemon is ready; nothing is active, so the manager must not expect pings.
  func announceReady(_ mark: Mark, status: String) {
    guard let manager else { return }
    manager.ready(status: status)
    manager.stopWatching()
    let now = Instant.now
    isTold(mark, at: now)
    // The first turn waits for the poller and the timer: for room, too, if there is none now.
    retry(at: now)
  }

  /// Reports that the configuration is about to be read again.
  func announceReloading() { manager?.reloading() }

  /// Reports that the configuration was read again.
  func announceReloaded(status: String) { manager?.ready(status: status) }

  func announceStopping(status: String) { manager?.stopping(status: status) }

  /// Arms the watchdog if a session is active, before any reply is sent, to detect a stuck loop.
  func watchIfActive(_ counts: Counts) {
    guard let manager, manager.watchdogTime != nil, !manager.isWatching, counts.active > 0 else {
      return
    }
    let now = Instant.now
    manager.watch()
    pingTime = now.advanced(by: pingInterval)
    watchingSince = now
  }

  /// Ends a turn: sends what is due, and what waited for room.
  ///
  /// A client that changes its mind ten thousand times a second costs the manager one message of
  /// each kind a second.
  ///
  /// - Parameters:
  ///   - mark: The values that the status is made from.
  ///   - now: The current time; nil to read the clock.
  ///   - status: The text of the status.
  func supervise(
    _ mark: @autoclosure () -> Mark,
    at now: Instant?,
    status: @autoclosure () -> String
  ) {
    guard let manager else { return }
    let (mark, now) = (mark(), now ?? .now)
    if manager.isWatching {
      if mark.counts.active == 0, watchingSince.advanced(by: Supervisor.pace) <= now {
        manager.stopWatching()
      } else if pingTime <= now {
        manager.ping()
        pingTime = now.advanced(by: pingInterval)
      }
    }
    if mark != toldMark, toldTime.advanced(by: Supervisor.pace) <= now {
      manager.status(status())
      isTold(mark, at: now)
    }
    retry(at: now)
  }

  /// Sends what the manager had no room for, as far as it has room at `now`.
  func retry(at now: Instant) {
    guard let manager else { return }
    do {
      try manager.retry()
    } catch {
      journal.write(.failed, "the service manager can't be told anything: \(error)")
    }
    retryTime = manager.lacksMemory ? now.advanced(by: Supervisor.retryInterval) : nil
    watchForRoom(manager)
  }

  /// Returns the time of the next message to the manager; nil if none is due before an event.
  func deadline(_ mark: @autoclosure () -> Mark) -> Instant? {
    guard let manager else { return nil }
    let mark = mark()
    var first = retryTime
    if manager.isWatching {
      let end = watchingSince.advanced(by: Supervisor.pace)
      first = Instant.earlier(first, mark.counts.active == 0 ? min(pingTime, end) : pingTime)
    }
    guard mark != toldMark else { return first }
    return Instant.earlier(first, toldTime.advanced(by: Supervisor.pace))
  }

  /// Records that the manager knows a status as of `time`.
  func isTold(_ mark: Mark, at time: Instant) {
    toldTime = time
    toldMark = mark
  }

  private var pingInterval: Duration { (manager?.watchdogTime ?? .seconds(1)) / 2 }

  /// Whether a message to the manager is still to be sent.
  var isBlocked: Bool { manager?.isBlocked ?? false }

  private func watchForRoom(_ manager: ServiceManager) {
    let waitsForRoom = manager.isBlocked && !manager.lacksMemory
    guard waitsForRoom != isWaitingForRoom else { return }
    do {
      if waitsForRoom {
        try loop.watch(manager.number, for: .writing, as: .manager)
      } else {
        try loop.forget(manager.number)
      }
      isWaitingForRoom = waitsForRoom
    } catch {
      journal.write(.failed, "can't wait for the service manager: \(error)")
    }
  }

  /// The pause before a message that the kernel had no memory for is sent again.
  private static let retryInterval: Duration = .milliseconds(50)
  /// The shortest time between two statuses, and the shortest time for which the watchdog is on.
  private static let pace: Duration = .seconds(1)
}
