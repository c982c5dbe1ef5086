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

  /// The most changes of a decision that are shown in a line of `limit` bytes (`UnsentBytes`).
  static func mostChanges(within limit: Int) -> Int { limit / shortestObject }

  /// Sends a decision to each observer as one line, encoded once for all that may see the same.
  ///
  /// A decision that is too long for any observer isn't encoded; all sessions are sent later
  /// instead.
  ///
  /// - Parameters:
  ///   - decision: The decision.
  ///   - names: The names of all kinds.
  ///   - limit: The maximum length of a line in bytes (`UnsentBytes`).
  func show(_ decision: LoggedDecision, _ names: KindNames, limit: Int) {
    let users = users(concernedBy: decision)
    let isTooLong = decision.changesLeftOut > 0
    var lines: [Viewer?: [UInt8]] = [:]
    for observer in subscribers.readers(of: .decisions) {
      if !isTooLong {
        let viewer = observer.viewer.commonForm(among: users)
        let line = lines[viewer] ?? self.line(decision, names, for: observer.viewer)
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
  private func users(concernedBy decision: LoggedDecision) -> Set<UserID> {
    var users = Set(decision.changes.map { UserID($0.uid) })
    if let user = decision.cause.peer?.user { users.insert(user) }
    return users
  }

  private func line(
    _ decision: LoggedDecision,
    _ names: KindNames,
    for viewer: Viewer
  ) -> [UInt8] {
    writer.removeAll()
    let message = ServerDecision(decision.shown(to: viewer, names))
    transport.write(message, seq: decision.seq, into: &writer)
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
