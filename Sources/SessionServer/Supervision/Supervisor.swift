import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import EventLoop

/// What the service manager is told: that we serve, what holds the sound, and that the loop lives.
///
/// Without a manager every call does nothing.
final class Supervisor {
  /// What a status is made of; the text is made anew only if this has changed.
  struct Mark: Equatable {
    var seq: UInt64
    var counts: Counts
    var connections: Int
  }

  private let manager: ServiceManager?
  private let loop: Loop
  private let journal: Journal
  /// When the next ping is due, while the watchdog is on.
  private var pingTime = Instant(nanoseconds: 0)
  private var watchingSince = Instant(nanoseconds: 0)
  /// The poller watches for room at the manager's socket.
  private var isWaitingForRoom = false
  private var toldTime = Instant(nanoseconds: 0)
  private var toldMark: Mark?

  init(_ manager: ServiceManager?, loop: Loop, journal: Journal) {
    self.manager = manager
    self.loop = loop
    self.journal = journal
  }

  /// Everything is in place; nothing is active, so no ping is to be expected.
  func announceReady(_ mark: Mark, status: String) {
    guard let manager else { return }
    manager.ready(status: status)
    manager.stopWatching()
    isTold(mark, at: .now)
  }

  /// The configuration is about to be read again.
  func announceReloading() { manager?.reloading() }

  /// The configuration was read again.
  func announceReloaded(status: String) { manager?.ready(status: status) }

  func announceStopping(status: String) { manager?.stopping(status: status) }

  /// Something may be active now: then a stuck loop is to be noticed, before anybody is answered.
  func watchIfActive(_ counts: Counts) {
    guard let manager, manager.watchdogTime != nil, !manager.isWatching, counts.active > 0 else {
      return
    }
    let now = Instant.now
    manager.watch()
    pingTime = now.advanced(by: pingInterval)
    watchingSince = now
    journal.write(.watchdogArmed, "a session is active: systemd's watchdog is on")
  }

  /// The end of a turn: what is due, and what waited for room.
  ///
  /// A client that changes its mind ten thousand times a second costs the manager one message of
  /// each sort a second.
  ///
  /// - Parameters:
  ///   - mark: What the status is made of.
  ///   - now: The moment; nil: this one.
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
    retry()
    watchForRoom(manager)
  }

  /// Sends what the manager had no room for, as far as it has now.
  func retry() {
    do {
      try manager?.retry()
    } catch {
      journal.write(.failed, "the service manager can't be told anything: \(error)")
    }
  }

  /// When the manager is to be told something; nil: not before something happens.
  func deadline(_ mark: @autoclosure () -> Mark) -> Instant? {
    guard let manager else { return nil }
    let mark = mark()
    var first: Instant?
    if manager.isWatching {
      first = pingTime
      let end = watchingSince.advanced(by: Supervisor.pace)
      if mark.counts.active == 0 { first = min(pingTime, end) }
    }
    guard mark != toldMark else { return first }
    return Instant.earlier(first, toldTime.advanced(by: Supervisor.pace))
  }

  /// The manager knows a status as of `time`.
  func isTold(_ mark: Mark, at time: Instant) {
    toldTime = time
    toldMark = mark
  }

  private var pingInterval: Duration { (manager?.watchdogTime ?? .seconds(1)) / 2 }

  private func watchForRoom(_ manager: ServiceManager) {
    guard manager.isBlocked != isWaitingForRoom else { return }
    do {
      if manager.isBlocked {
        try loop.watch(manager.number, for: .writing, as: .manager)
      } else {
        try loop.forget(manager.number)
      }
      isWaitingForRoom = manager.isBlocked
    } catch {
      journal.write(.failed, "can't wait for the service manager: \(error)")
    }
  }

  /// The shortest time between two statuses, and the shortest one for which the watchdog is on.
  private static let pace: Duration = .seconds(1)
}
