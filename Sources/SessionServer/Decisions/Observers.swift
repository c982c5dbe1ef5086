import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// The connections that follow all decisions, and what each is shown of one.
final class Observers {
  private var connections: [Connection] = []
  private let epoch: Epoch
  private let transport: Transport
  private let turns: Turns

  init(epoch: Epoch, transport: Transport, turns: Turns) {
    self.epoch = epoch
    self.transport = transport
    self.turns = turns
  }

  var isEmpty: Bool { connections.isEmpty }

  /// The connection follows the decisions from now on.
  func add(_ connection: Connection) {
    connection.observation = .following
    connections.append(connection)
  }

  func remove(_ connection: Connection) {
    connection.observation = .none
    connections.removeAll { $0 === connection }
  }

  /// The decisions that an observer missed are made good by all sessions as they are now.
  func catchUp(_ connection: Connection, with sessions: borrowing Sessions) {
    guard case .lagging(let first) = connection.observation else { return }
    connection.observation = .following
    let message = EventsLagged(
      from: first,
      to: sessions.seq,
      sessions: sessions.objects(for: connection.viewer, at: .now)
    )
    transport.tell(message, to: connection, seq: sessions.seq, counts: false)
  }

  /// One line to each, encoded once for all that may see the same.
  ///
  /// A decision that no observer has room for isn't even encoded: all sessions are sent later.
  ///
  /// - Parameters:
  ///   - decision: The decision.
  ///   - changed: The sessions that it changed.
  ///   - sessions: The sessions as the decision left them.
  ///   - limit: `UnsentBytes`, the most that a line may have.
  func show(
    _ decision: LoggedDecision,
    changed: [SessionID],
    of sessions: borrowing Sessions,
    limit: Int
  ) {
    let users = users(concernedBy: decision.cause, changed, of: sessions)
    let isTooLong = changed.count * Observers.shortestObject > limit
    var lines: [Viewer?: [UInt8]] = [:]
    for observer in connections where observer.observation == .following && observer.life.hasReader
    {
      if !isTooLong {
        let viewer = observer.viewer.commonForm(among: users)
        let line = lines[viewer] ?? self.line(decision, changed, of: sessions, for: observer.viewer)
        lines[viewer] = line
        if transport.admits(line.count, on: observer) {
          transport.post(line, to: observer, counts: true)
          continue
        }
      }
      observer.observation = .lagging(from: decision.seq)
      turns.touch(observer)
    }
  }

  /// The users whose own a decision shows something of.
  private func users(
    concernedBy cause: DecisionCause,
    _ changed: [SessionID],
    of sessions: borrowing Sessions
  ) -> Set<UserID> {
    var users: Set<UserID> = []
    if let user = cause.peer?.user { users.insert(user) }
    for id in changed {
      if let owner = sessions.identity(of: id)?.peer.user { users.insert(owner) }
    }
    return users
  }

  private func line(
    _ decision: LoggedDecision,
    _ changed: [SessionID],
    of sessions: borrowing Sessions,
    for viewer: Viewer
  ) -> [UInt8] {
    let now = Instant.now
    var changes: [SessionObject] = []
    for id in changed {
      if let object = sessions.object(id, for: viewer, at: now) { changes.append(object) }
    }
    let names = sessions.kindNames
    let message = ServerDecision(
      cause: decision.cause.shown(to: viewer),
      rules: decision.rules,
      cells: decision.cells.cells.map { names[$0] },
      changes: changes,
      closed: decision.closed.map(\.number)
    )
    var writer = JSONWriter()
    message.encodeLine(into: &writer, epoch: epoch, seq: decision.seq)
    return writer.bytes
  }

  /// The bytes that the shortest session object has at least.
  private static let shortestObject = 512
}

extension Viewer {
  /// The same for all who see everything, and, as nil, for all who see nothing of anybody's own.
  fileprivate func commonForm(among users: Set<UserID>) -> Viewer? {
    if seesEverything { return Viewer(user: .root, seesEverything: true) }
    return users.contains(user) ? self : nil
  }
}
