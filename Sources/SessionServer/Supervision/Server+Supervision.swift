import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile
import EventLoop

/// What the service manager is told: that we serve, what holds the sound, and that the loop lives.
extension Server {
  /// Tells the manager that everything is in place; nothing is active, so no ping is to be expected.
  func announceReady() {
    guard let manager else { return }
    manager.ready(status: statusText)
    manager.stopWatching()
    supervision.isTold(at: now, as: statusMark)
  }

  /// Something may be active now: then a stuck loop is to be noticed, before anybody is answered.
  func watchIfActive() {
    guard let manager, manager.watchdogTime != nil, !manager.isWatching,
      core.arbiter.counts.active > 0
    else { return }
    manager.watch()
    supervision.pingTime = now.advanced(by: pingInterval)
    supervision.watchingSince = now
    journal.write(.watchdogArmed, "a session is active: systemd's watchdog is on")
  }

  /// The end of a turn: what is due, and what waited for room.
  ///
  /// A client that changes its mind ten thousand times a second costs the manager one message of
  /// each sort a second.
  func supervise() {
    guard let manager else { return }
    let now = now
    if manager.isWatching {
      if core.arbiter.counts.active == 0, supervision.watchingSince.advanced(by: Server.pace) <= now
      {
        manager.stopWatching()
      } else if supervision.pingTime <= now {
        manager.ping()
        supervision.pingTime = now.advanced(by: pingInterval)
      }
    }
    let mark = statusMark
    if mark != supervision.toldMark, supervision.toldTime.advanced(by: Server.pace) <= now {
      manager.status(statusText)
      supervision.isTold(at: now, as: mark)
    }
    retryManager()
    watchForRoom(manager)
  }

  /// Sends what the manager had no room for, as far as it has now.
  func retryManager() {
    do {
      try manager?.retry()
    } catch {
      journal.write(.failed, "the service manager can't be told anything: \(error)")
    }
  }

  /// When the manager is to be told something; nil: not before something happens.
  var supervisionDeadline: Instant? {
    guard let manager else { return nil }
    var first: Instant?
    if manager.isWatching {
      first = supervision.pingTime
      let end = supervision.watchingSince.advanced(by: Server.pace)
      if core.arbiter.counts.active == 0 { first = min(supervision.pingTime, end) }
    }
    guard statusMark != supervision.toldMark else { return first }
    let next = supervision.toldTime.advanced(by: Server.pace)
    return first.map { min($0, next) } ?? next
  }

  /// What `systemctl status` shows; nobody's name is in it, since everybody may read it.
  var statusText: String {
    guard let fault = configurationFaults.first else { return occupation }
    return "configuration wrong at \(fault.place); \(occupation)"
  }

  private var occupation: String {
    let counts = core.arbiter.counts
    let sessions =
      "\(counts.sessions) \(counts.sessions == 1 ? "session" : "sessions") on "
      + "\(quotas.connections) \(quotas.connections == 1 ? "connection" : "connections")"
    guard counts.active > 0 else { return "\(sessions), none active" }
    let active = core.arbiter.sessionIDs.lazy.compactMap { self.core.view(of: $0) }
      .filter { $0.state == .active && $0.gain == 1 }
    guard let holder = active.max(by: { $0.activation < $1.activation }) else {
      return "\(sessions), \(counts.active) active"
    }
    return "\(sessions), \(counts.active) active; "
      + "session \(holder.id.number) (\(core.arbiter.kindNames[holder.kind])) holds the sound"
  }

  private var statusMark: Supervision.Mark {
    Supervision.Mark(
      seq: core.arbiter.seq,
      counts: core.arbiter.counts,
      connections: quotas.connections
    )
  }

  private var pingInterval: Duration { (manager?.watchdogTime ?? .seconds(1)) / 2 }

  private func watchForRoom(_ manager: ServiceManager) {
    guard manager.isBlocked != supervision.isWaitingForRoom else { return }
    do {
      if manager.isBlocked {
        try poller.register(manager.number, for: .writing, token: Token.manager.bits)
      } else {
        try poller.remove(manager.number)
      }
      supervision.isWaitingForRoom = manager.isBlocked
    } catch {
      journal.write(.failed, "can't wait for the service manager: \(error)")
    }
  }

  private static let pace: Duration = .seconds(1)
}

/// What the manager was told last, and when it is to be told more.
struct Supervision {
  /// What a status is made of; the text is made anew only if this has changed.
  struct Mark: Equatable {
    var seq: UInt64
    var counts: Counts
    var connections: Int
  }

  var pingTime = Instant(nanoseconds: 0)
  var watchingSince = Instant(nanoseconds: 0)
  /// The poller watches for room at the manager's socket.
  var isWaitingForRoom = false
  private(set) var toldTime = Instant(nanoseconds: 0)
  private(set) var toldMark: Mark?

  mutating func isTold(at time: Instant, as mark: Mark) {
    toldTime = time
    toldMark = mark
  }
}
