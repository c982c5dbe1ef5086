import Arbitration
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire

/// What becomes of a decision that took a number: a place in the log, and a line to observers.
extension Server {
  func record(_ seq: UInt64, _ cause: DecisionCause, _ survey: Survey) {
    var cause = cause
    cause.error = survey.refused?.error
    log.append(
      LoggedDecision(
        seq: seq,
        realtime: SystemClock.realtime,
        moment: now,
        cause: cause,
        rules: decision.rules,
        cells: decision.cells
      )
    )
    // What a refusal leaves behind is no change of a session (P5).
    let isRefused = survey.refused != nil
    if !isRefused { for id in changedSessions { logChange(of: id) } }
    guard !observers.isEmpty else { return }
    showDecision(seq, cause, isRefused ? [] : Array(changedSessions))
  }

  /// The decisions that an observer missed are made good by all sessions as they are now.
  func postLagged(from first: UInt64, to connection: Connection) {
    let message = EventsLagged(
      from: first,
      to: arbiter.seq,
      sessions: objects(for: connection.viewer)
    )
    tell(message, to: connection, counts: false)
  }

  private var changedSessions: some Sequence<SessionID> {
    decision.effects.lazy.compactMap { effect, _ in
      if case .changed(let id) = effect { id } else { nil }
    }
  }

  private func logChange(of id: SessionID) {
    guard let view = arbiter.view(of: id), let identity = names[id]?.identity else { return }
    var duckers: [SessionID] = []
    var blockers: [SessionID] = []
    arbiter.duckers(of: id, into: &duckers)
    arbiter.blockers(of: id, into: &blockers)
    let isClosed = !arbiter.isOpen(id)
    log.add(view, identity, duckers: duckers, blockers: blockers, isClosed: isClosed)
  }

  /// One line to each observer, encoded once for all that may see the same.
  private func showDecision(_ seq: UInt64, _ cause: DecisionCause, _ changes: [SessionID]) {
    var lines: [Viewer: [UInt8]] = [:]
    for observer in observers where observer.observation == .following && !observer.isDeaf {
      let viewer = observer.viewer.commonForm
      let line = lines[viewer] ?? decisionLine(cause, changes, for: viewer)
      lines[viewer] = line
      if observer.outbox.isCongested { flush(observer) }
      if observer.outbox.admits(line.count) {
        post(line, to: observer, counts: true)
      } else {
        observer.observation = .lagging(from: seq)
        touch(observer)
      }
    }
  }

  private func decisionLine(
    _ cause: DecisionCause,
    _ changes: [SessionID],
    for viewer: Viewer
  ) -> [UInt8] {
    let message = ServerDecision(
      cause: cause.shown(to: viewer),
      rules: decision.rules,
      cells: decision.cells.cells,
      changes: changes.compactMap { object($0, for: viewer) },
      closed: changes.filter { !arbiter.isOpen($0) }.map(\.number)
    )
    writer.removeAll()
    message.encodeLine(into: &writer, epoch: epoch, seq: arbiter.seq)
    return writer.bytes
  }
}

extension Viewer {
  /// The same for all who see everything, whoever they are.
  fileprivate var commonForm: Viewer {
    seesEverything ? Viewer(user: UserID(0), seesEverything: true) : self
  }
}
