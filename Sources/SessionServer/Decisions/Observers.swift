import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// The connections that observe all decisions; sends each of them what it may see.
final class Observers {
  private var writer = JSONWriter()
  private let subscribers: Subscribers
  private let transport: Transport
  private let listing: Listing

  init(_ subscribers: Subscribers, transport: Transport, listing: Listing) {
    self.subscribers = subscribers
    self.transport = transport
    self.listing = listing
  }

  var isEmpty: Bool { !subscribers.follow(.decisions) }

  /// Sends an observer that missed decisions the current state of all sessions instead.
  func catchUp(_ connection: Connection, with sessions: borrowing Sessions) {
    guard let first = subscribers.catchUp(connection, with: .decisions) else { return }
    var message = EventsLagged(from: first, to: sessions.seq, sessions: .later)
    if Listing.isLong(sessions) { return listing.tell(message, to: connection, of: sessions) }
    message.sessions = .all(sessions.objects(for: connection.viewer, at: .now))
    transport.tell(message, to: connection, seq: sessions.seq, counts: false)
  }

  /// Sends a decision to each observer as one line, encoded once for all that may see the same.
  ///
  /// A decision that is too long for any observer isn't encoded; all sessions are sent later
  /// instead.
  ///
  /// - Parameters:
  ///   - decision: The decision.
  ///   - changed: The sessions that it changed.
  ///   - sessions: The sessions after the decision.
  ///   - limit: The maximum length of a line in bytes (`UnsentBytes`).
  func show(
    _ decision: LoggedDecision,
    changed: [SessionID],
    of sessions: borrowing Sessions,
    limit: Int
  ) {
    let users = users(concernedBy: decision.cause, changed, of: sessions)
    let isTooLong = changed.count * Observers.shortestObject > limit
    var lines: [Viewer?: [UInt8]] = [:]
    for observer in subscribers.readers(of: .decisions) {
      if !isTooLong {
        let viewer = observer.viewer.commonForm(among: users)
        let line = lines[viewer] ?? self.line(decision, changed, of: sessions, for: observer.viewer)
        lines[viewer] = line
        if transport.admits(line.count, on: observer) {
          transport.post(line.span, to: observer, counts: true)
          continue
        }
      }
      subscribers.skip(observer, from: decision.seq)
    }
  }

  /// Returns the users whose private data a decision shows.
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
    let message = DecisionObject(
      at: Time(realtime: decision.realtime),
      cause: decision.cause.shown(to: viewer),
      rules: decision.rules,
      cells: decision.cells.cells.map { names[$0] },
      changes: changes,
      closed: decision.closed.map { $0.number }
    )
    writer.removeAll()
    transport.write(ServerDecision(message), seq: decision.seq, into: &writer)
    return writer.bytes
  }

  /// A lower bound on the length of an encoded session object, in bytes.
  private static let shortestObject = 512
}

extension Viewer {
  /// Returns one value for all viewers that see everything, and nil for all that see no user's
  /// private data.
  fileprivate func commonForm(among users: Set<UserID>) -> Viewer? {
    if seesEverything { return Viewer(user: .root, seesEverything: true) }
    return users.contains(user) ? self : nil
  }
}
