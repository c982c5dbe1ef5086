import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import ConfigurationFile

/// What becomes of a decision that took a number: a place in the log, and a line to observers.
extension Server {
  func record(_ seq: UInt64, _ cause: DecisionCause, _ survey: Survey) {
    var cause = cause
    cause.error = survey.refused?.error
    // What a refusal leaves behind is no change of a session (P5).
    let changes = survey.refused == nil ? changedSessions : []
    let closed = changes.filter { !core.isOpen($0) }
    log.append(
      LoggedDecision(
        seq: seq,
        realtime: SystemClock.realtime,
        moment: now,
        cause: cause,
        rules: decision.rules,
        cells: decision.cells,
        closed: closed
      )
    )
    for id in changes where log.hasRoomForChange() { logChange(of: id) }
    if !observers.isEmpty { showDecision(seq, cause, changes, closed) }
  }

  /// The decisions that an observer missed are made good by all sessions as they are now.
  func postLagged(from first: UInt64, to connection: Connection) {
    let message = EventsLagged(
      from: first,
      to: core.arbiter.seq,
      sessions: objects(for: connection.viewer)
    )
    tell(message, to: connection, counts: false)
  }

  private var changedSessions: [SessionID] {
    decision.effects.compactMap { effect, _ in
      if case .changed(let id) = effect { id } else { nil }
    }
  }

  private func logChange(of id: SessionID) {
    guard let identity = names[id]?.identity, let change = core.change(of: id, identity) else {
      return
    }
    log.add(change)
  }

  /// One line to each observer, encoded once for all that may see the same.
  ///
  /// A decision that no observer has room for isn't even encoded: all sessions are sent later.
  private func showDecision(
    _ seq: UInt64,
    _ cause: DecisionCause,
    _ changes: [SessionID],
    _ closed: [SessionID]
  ) {
    let users = usersConcerned(by: cause, changes)
    let isTooLong = changes.count * Server.shortestObject > settings.limits.unsentBytes
    var lines: [Viewer?: [UInt8]] = [:]
    for observer in observers where observer.observation == .following && !observer.isDeaf {
      if !isTooLong {
        let viewer = observer.viewer.commonForm(among: users)
        let line = lines[viewer] ?? decisionLine(cause, changes, closed, for: observer.viewer)
        lines[viewer] = line
        if observer.outbox.isCongested { flush(observer) }
        if observer.outbox.admits(line.count) {
          post(line, to: observer, counts: true)
          continue
        }
      }
      observer.observation = .lagging(from: seq)
      touch(observer)
    }
  }

  /// The users whose own a decision shows something of.
  private func usersConcerned(by cause: DecisionCause, _ changes: [SessionID]) -> Set<UserID> {
    var users: Set<UserID> = []
    if let user = cause.peer?.user { users.insert(user) }
    for id in changes { if let owner = names[id]?.identity.peer.user { users.insert(owner) } }
    return users
  }

  private func decisionLine(
    _ cause: DecisionCause,
    _ changes: [SessionID],
    _ closed: [SessionID],
    for viewer: Viewer
  ) -> [UInt8] {
    let message = ServerDecision(
      cause: cause.shown(to: viewer),
      rules: decision.rules,
      cells: decision.cells.cells.map { core.arbiter.kindNames[$0] },
      changes: changes.compactMap { object($0, for: viewer) },
      closed: closed.map(\.number)
    )
    writer.removeAll()
    message.encodeLine(into: &writer, epoch: epoch, seq: core.arbiter.seq)
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
