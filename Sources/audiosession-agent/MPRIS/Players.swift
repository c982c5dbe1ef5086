import AudioSessionBus
import AudioSessionEventLoop
import AudioSessionSystem
import Enforcement

/// The media players on the session bus (MPRIS).
///
/// ``takeEvents()`` tells their changes. Nothing waits for a player that answers late or never;
/// without a bus there are none.
final class Players: BusSource {
  enum Purpose {
    /// A subscription to signals; the reply says nothing.
    case subscription
    case names
    case owner(name: String)
    case pid(owner: String)
    case identity(owner: String)
    case properties(owner: String)
    /// The status before `Play`.
    case statusBefore(owner: String, order: Int)
    /// The status just before `Pause`.
    case statusBeforePause(owner: String, order: Int)
    case order(owner: String, order: Int)
    /// The status after a command.
    case statusAfter(owner: String, order: Int)
  }

  /// A task for later.
  enum Task {
    case readProperties(owner: String)
    case verify(owner: String, order: Int)
  }

  /// The time a player has to answer a question about itself.
  static let timeout = Duration.seconds(5)
  /// The time a player has to answer a command.
  static let orderTimeout = Duration.seconds(1)

  let bus: BusLink<Purpose>
  /// By unique name.
  var records: [String: PlayerRecord] = [:]
  var timetable = Timetable<Task>()
  var orders = 0
  private var events: [PlayerEvent] = []
  var released: [PlayerID] = []

  /// - Parameters:
  ///   - address: The bus; nil if the session has none.
  ///   - complain: Reports why there are no players; a sentence isn't repeated in a row.
  init(address: BusAddress? = .session(), complain: @escaping (String) -> Void) {
    bus = BusLink("the session's bus", at: address, complain: complain)
  }

  var deadline: Duration? { [bus.deadline, timetable.earliest].lazy.compactMap { $0 }.min() }

  func begin(at now: Duration) {
    let changes = "member='PropertiesChanged',path='\(MPRIS.path)',arg0='\(MPRIS.playerInterface)'"
    let rules = [
      BusCall.ownerRule("arg0namespace='\(MPRIS.rootInterface)'"),
      "interface='\(BusCall.propertiesInterface)',\(changes)",
    ]
    subscribe(to: rules, .subscription, at: now)
    ask(.bus("ListNames"), for: .names, at: now)
  }

  func dispatch(at now: Duration) {
    receive(at: now)
    while let task = timetable.next(at: now) {
      switch task {
      case .readProperties(let owner): readProperties(of: owner, at: now)
      case .verify(let owner, let order): readStatus(of: owner, after: order, at: now)
      }
    }
  }

  func take(_ message: BusMessage<Purpose>, at now: Duration) {
    switch message {
    case .reply(let reply, let purpose): take(reply, for: purpose, at: now)
    case .signal(let signal): take(signal, at: now)
    case .call: break
    case .lost: forgetAll()
    }
  }

  /// Takes the events since the last call.
  func takeEvents() -> [PlayerEvent] {
    defer { events = [] }
    return events
  }

  /// Takes the players since the last call that were to be resumed, and for which nothing more is
  /// done.
  func takeReleased() -> [PlayerID] {
    defer { released = [] }
    return released
  }

  /// A player's name for people.
  func identity(of busName: String) -> String {
    records.values.first { $0.names.contains(busName) }?.identity ?? MPRIS.identity(by: busName)
  }

  /// Whether no command is on its way to a player.
  var isSettled: Bool { records.values.allSatisfy { $0.order == nil } }

  /// Adds that a player is paused by its user, whatever we have ordered.
  func tellPausedByUser(_ owner: String) {
    if let id = records[owner]?.told?.id { events.append(.pausedByUser(id)) }
  }

  func release(_ record: PlayerRecord) {
    if let id = record.told?.id { released.append(id) }
  }

  /// Adds an event for a player, if it has changed since the last, or `isNews`.
  func tell(of owner: String, isNews: Bool = false) {
    guard let player = records[owner]?.player, isNews || player != records[owner]?.told else {
      return
    }
    if let told = records[owner]?.told, told.id != player.id { events.append(.gone(told.id)) }
    records[owner]?.told = player
    events.append(.changed(player))
  }

  /// Forgets a player that has lost its last name.
  func forget(_ owner: String) {
    guard let record = records.removeValue(forKey: owner) else { return }
    if record.order?.command == .play { release(record) }
    if let told = record.told { events.append(.gone(told.id)) }
  }

  private func forgetAll() {
    for record in records.values where record.order?.command == .play { release(record) }
    records = [:]
    timetable.removeAll()
    events.append(.lost)
  }
}
