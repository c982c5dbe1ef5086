import AudioSessionSystem
import Enforcement
import EventLoop

/// The media players on the session's bus (MPRIS).
///
/// What they do is told by ``takeEvents()``. A player that answers late, or never, keeps nobody
/// waiting; without a bus there are none.
final class Players: EventSource {
  /// What a call was for.
  enum Purpose {
    /// To hear of something from now on.
    case subscription
    case names
    case owner(name: String)
    case pid(owner: String)
    case identity(owner: String)
    case properties(owner: String)
    /// The status before `Play`.
    case statusBefore(owner: String, order: Int)
    case order(owner: String, order: Int)
    /// The status after a command.
    case statusAfter(owner: String, order: Int)
  }

  /// What is done later.
  enum Task {
    case readProperties(owner: String)
    case verify(owner: String, order: Int)
  }

  /// How long a player has to answer a question about itself.
  static let questionTimeout = Duration.seconds(5)
  /// How long a player has to answer a command.
  static let orderTimeout = Duration.seconds(1)

  let address: BusAddress?
  /// Why there is no bus was said in this sentence, which isn't said again.
  private(set) var complaint: String?
  private let complain: (String) -> Void
  private(set) var generation = 0
  var connection: BusConnection<Purpose>?
  /// By unique name.
  var records: [String: PlayerRecord] = [:]
  var timetable = Timetable<Task>()
  var orders = 0
  private var events: [PlayerEvent] = []

  /// - Parameters:
  ///   - address: The bus, nil if the session has none.
  ///   - complain: Takes a sentence about why there are no players; each comes once in a row.
  init(address: BusAddress? = .session(), complain: @escaping (String) -> Void) {
    self.address = address
    self.complain = complain
  }

  /// Whether there is a connection to the bus, or one in the making.
  var isConnected: Bool { connection != nil }

  var descriptor: CInt? { connection?.descriptor }

  var interest: Poller.Interest { connection?.interest ?? [] }

  var deadline: Duration? {
    [connection?.deadline, timetable.earliest].lazy.compactMap { $0 }.min()
  }

  /// Connects if there is no connection.
  func retry(at now: Duration) {
    guard connection == nil else { return }
    guard let address else { return say("the session has no bus, so that there are no players") }
    do {
      connection = try BusConnection(to: address)
    } catch {
      return say("no session's bus: \(error.reason)")
    }
    generation += 1
    let changes = "member='PropertiesChanged',path='\(MPRIS.path)',arg0='\(MPRIS.playerInterface)'"
    let owners = "member='NameOwnerChanged',arg0namespace='\(MPRIS.rootInterface)'"
    subscribe("sender='\(BusCall.busName)',interface='\(BusCall.busName)',\(owners)", at: now)
    subscribe("interface='\(BusCall.propertiesInterface)',\(changes)", at: now)
    ask(.bus("ListNames"), for: .names, at: now)
  }

  func dispatch(at now: Duration) {
    for message in connection?.takeMessages(at: now) ?? [] {
      switch message {
      case .reply(let reply, let purpose): take(reply, for: purpose, at: now)
      case .signal(let signal): take(signal, at: now)
      case .lost(let reason): lose(reason)
      }
    }
    while let task = timetable.next(at: now) {
      switch task {
      case .readProperties(let owner): readProperties(of: owner, at: now)
      case .verify(let owner, let order): readStatus(of: owner, after: order, at: now)
      }
    }
  }

  /// What has happened since the last time.
  func takeEvents() -> [PlayerEvent] {
    defer { events = [] }
    return events
  }

  /// Asks a question about a player, or the bus.
  func ask(_ call: BusCall, for purpose: Purpose, at now: Duration) {
    connection?.send(call, for: purpose, until: now + Players.questionTimeout)
  }

  /// Tells what is known of a player, if it is more than was told, or `isNews` by itself.
  func tell(of owner: String, isNews: Bool = false) {
    guard let player = records[owner]?.player, isNews || player != records[owner]?.told else {
      return
    }
    if let told = records[owner]?.told, told.id != player.id { events.append(.gone(told.id)) }
    records[owner]?.told = player
    events.append(.changed(player))
  }

  /// Forgets a player that has no name any more.
  func forget(_ owner: String) {
    if let told = records.removeValue(forKey: owner)?.told { events.append(.gone(told.id)) }
  }

  private func subscribe(_ rule: String, at now: Duration) {
    ask(.addMatch(rule), for: .subscription, at: now)
  }

  private func lose(_ reason: String) {
    connection = nil
    generation += 1
    records = [:]
    timetable.removeAll()
    events.append(.lost)
    say("the session's bus is lost: \(reason)")
  }

  private func say(_ sentence: String) {
    guard sentence != complaint else { return }
    complaint = sentence
    complain(sentence)
  }
}
