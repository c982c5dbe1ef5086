import AudioSessionBus
import AudioSessionEventLoop
import AudioSessionSystem
import Glibc

/// A change of the machine or of the user's session, told by logind.
enum LoginEvent: Equatable {
  /// The machine is about to sleep, and waits for ``Login/releaseSleepLock()``.
  case preparesForSleep
  /// The machine is awake again, or won't sleep after all.
  case woke
  /// Whether the user is in the foreground; assumed until told otherwise.
  case sessionIsActive(Bool)
  /// Whether the user's screen is locked; assumed not to be until told otherwise.
  case sessionIsLocked(Bool)
}

/// logind, on the system bus; without it the machine never sleeps and the user is always active.
///
/// It holds a delay lock on sleep (`Inhibit`), so that sessions are told before the machine sleeps.
/// See org.freedesktop.login1(5).
final class Login: BusSource {
  enum Purpose {
    /// A subscription to signals; the reply says nothing.
    case subscription
    case owner
    case lock
    case preparing
    case sessions
    case isActive(path: String)
    case isLocked(path: String)
  }

  /// The time logind has to answer.
  static let timeout = Duration.seconds(10)

  private let userID: UInt32
  let bus: BusLink<Purpose>
  /// logind's unique name; nil while it isn't running.
  private var owner: String?
  private var lock: BusDescriptor?
  private var isPreparing = false
  private var seats = SeatSessions()
  private var events: [LoginEvent] = []

  /// - Parameters:
  ///   - userID: The user whose sessions count.
  ///   - address: The system bus.
  ///   - complain: Reports why nothing is known; a sentence isn't repeated in a row.
  init(
    userID: UInt32 = getuid(),
    address: BusAddress = .system(),
    complain: @escaping (String) -> Void
  ) {
    self.userID = userID
    bus = BusLink("the system's bus", at: address, complain: complain)
  }

  /// Whether the sleep lock is held.
  var holdsSleepLock: Bool { lock != nil }

  func begin(at now: Duration) {
    let rules = [
      BusCall.ownerRule("arg0='\(Logind.busName)'"),
      "sender='\(Logind.busName)',interface='\(Logind.managerInterface)',path='\(Logind.path)'",
      "sender='\(Logind.busName)',interface='\(BusCall.propertiesInterface)',"
        + "path_namespace='\(Logind.sessionsPath)',arg0='\(Logind.sessionInterface)'",
    ]
    subscribe(to: rules, .subscription, at: now)
    ask(.bus("GetNameOwner", [Logind.busName]), for: .owner, at: now)
  }

  func take(_ message: BusMessage<Purpose>, at now: Duration) {
    switch message {
    case .reply(let reply, let purpose): take(reply, for: purpose, at: now)
    case .signal(let signal): take(signal, at: now)
    case .call: break
    case .lost: loseLogind()
    }
  }

  /// Takes the events since the last call.
  func takeEvents() -> [LoginEvent] {
    defer { events = [] }
    return events
  }

  /// Releases the sleep lock; it is taken again when the machine wakes.
  func releaseSleepLock() { lock = nil }

  private func take(_ reply: BusReply, for purpose: Purpose, at now: Duration) {
    switch purpose {
    case .subscription: break
    case .owner:
      guard let name = reply.values.first?.string else {
        return bus.say("logind isn't running, so sleep isn't detected")
      }
      meet(name, at: now)
    case .lock:
      // One that arrives while sleep is prepared was requested before, and is as good.
      lock = reply.values.first?.descriptor
      if case .failed(_, let explanation) = reply { bus.say("no sleep lock: \(explanation)") }
    case .preparing:
      if reply.values.first?.boolean == true { prepareForSleep() }
    case .sessions:
      guard let list = reply.values.first?.list else { break }
      for path in seats.take(list, of: userID) {
        ask(Logind.isActive(path), for: .isActive(path: path), at: now)
        ask(Logind.isLocked(path), for: .isLocked(path: path), at: now)
      }
      tellChanges()
    case .isActive(let path):
      seats.take(isActive: reply.values.first?.boolean, path)
      tellChanges()
    case .isLocked(let path):
      seats.take(isLocked: reply.values.first?.boolean, path)
      tellChanges()
    }
  }

  private func take(_ signal: BusSignal, at now: Duration) {
    if let change = signal.ownerChange {
      guard change.name == Logind.busName else { return }
      if change.former != nil { loseLogind() }
      if let owner = change.owner { meet(owner, at: now) }
    }
    // Anybody may send us a signal; only logind's counts.
    guard signal.sender == owner else { return }
    switch signal.member {
    case "PrepareForSleep":
      if signal.values.first?.boolean == true { prepareForSleep() } else { wake(at: now) }
    case "SessionNew", "SessionRemoved": ask(Logind.listSessions, for: .sessions, at: now)
    case "PropertiesChanged":
      guard signal.values.count > 1 else { return }
      let changed = signal.values[1].dictionary
      if let state = changed["Active"]?.boolean { seats.take(isActive: state, signal.path) }
      if let state = changed["LockedHint"]?.boolean { seats.take(isLocked: state, signal.path) }
      tellChanges()
    default: break
    }
  }

  private func meet(_ name: String, at now: Duration) {
    guard owner != name else { return }
    owner = name
    ask(Logind.inhibit, for: .lock, at: now)
    ask(Logind.isPreparing, for: .preparing, at: now)
    ask(Logind.listSessions, for: .sessions, at: now)
  }

  /// Forgets everything that logind told.
  private func loseLogind() {
    owner = nil
    lock = nil
    seats.forget()
    tellChanges()
    guard isPreparing else { return }
    isPreparing = false
    events.append(.woke)
  }

  private func prepareForSleep() {
    guard !isPreparing else { return }
    isPreparing = true
    events.append(.preparesForSleep)
  }

  private func wake(at now: Duration) {
    guard isPreparing else { return }
    isPreparing = false
    events.append(.woke)
    if lock == nil { ask(Logind.inhibit, for: .lock, at: now) }
  }

  private func tellChanges() {
    if let isActive = seats.takeActivity() { events.append(.sessionIsActive(isActive)) }
    if let isLocked = seats.takeLock() { events.append(.sessionIsLocked(isLocked)) }
  }
}
