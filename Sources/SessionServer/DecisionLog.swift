import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// A session as a decision left it.
struct LoggedChange {
  var view: SessionView
  var identity: SessionIdentity
  /// How many of the decision's `numbers` are its duckers, and then its blockers.
  var duckers: Int
  var blockers: Int
  /// Whether the session ended in it.
  var isClosed: Bool
}

/// A decision as the log keeps it.
struct LoggedDecision {
  var seq: UInt64
  /// Nanoseconds since 1970, UTC.
  var realtime: Int64
  var moment: Instant
  var cause: DecisionCause
  var rules: RuleSet
  var cells: CellSet
  fileprivate(set) var changes: [LoggedChange] = []
  /// The duckers and blockers of all changes, one after the other.
  fileprivate(set) var numbers: [SessionID] = []
  /// Changes that had no room.
  fileprivate(set) var changesLeftOut = 0

  /// The decision as `viewer` may see it.
  func shown(to viewer: Viewer) -> LogEntry {
    LogEntry(
      seq: seq,
      at: Time(realtime: realtime),
      cause: cause.shown(to: viewer),
      rules: rules,
      cells: cells.cells,
      changes: objects(for: viewer),
      closed: changes.filter(\.isClosed).map(\.view.id.number),
      changesLeftOut: changesLeftOut
    )
  }

  private func objects(for viewer: Viewer) -> [SessionObject] {
    var start = 0
    return changes.map { change in
      let middle = start + change.duckers
      let end = middle + change.blockers
      defer { start = end }
      return SessionObject(
        change.view,
        change.identity,
        duckers: numbers[start..<middle],
        blockers: numbers[middle..<end],
        for: viewer,
        at: moment,
        seq: seq
      )
    }
  }
}

/// The latest decisions, with what led to each and what it changed (R55).
struct DecisionLog {
  /// How many decisions are kept.
  static let capacity = 1024
  /// How many changes of one decision are kept.
  static let changeLimit = 64
  /// How many duckers and blockers of one decision are kept.
  static let numberLimit = 1024

  private var decisions: [LoggedDecision] = []
  /// Where the latest is.
  private var latest = -1

  /// Adds a decision; numbers rise by one, so nothing else orders them.
  mutating func append(_ decision: LoggedDecision) {
    latest = (latest + 1) % DecisionLog.capacity
    if latest == decisions.count {
      decisions.append(decision)
    } else {
      decisions[latest] = decision
    }
  }

  /// Adds a change to the latest decision if there is room for it.
  ///
  /// One user with many sessions can't make the log large.
  mutating func add(
    _ view: SessionView,
    _ identity: SessionIdentity,
    duckers: [SessionID],
    blockers: [SessionID],
    isClosed: Bool = false
  ) {
    let count = decisions[latest].numbers.count + duckers.count + blockers.count
    guard decisions[latest].changes.count < DecisionLog.changeLimit,
      count <= DecisionLog.numberLimit
    else {
      decisions[latest].changesLeftOut += 1
      return
    }
    decisions[latest].numbers.append(contentsOf: duckers)
    decisions[latest].numbers.append(contentsOf: blockers)
    decisions[latest].changes.append(
      LoggedChange(
        view: view,
        identity: identity,
        duckers: duckers.count,
        blockers: blockers.count,
        isClosed: isClosed
      )
    )
  }

  /// The latest `limit` decisions between two numbers, exclusive, oldest first.
  ///
  /// - Returns: They, and whether older ones were left out for the limit.
  func decisions(
    since: UInt64?,
    before: UInt64?,
    limit: Int
  ) -> (decisions: [LoggedDecision], more: Bool) {
    let start = decisions.count < DecisionLog.capacity ? 0 : latest + 1
    let matching = (decisions[start...] + decisions[..<start]).filter { decision in
      decision.seq > since ?? 0 && decision.seq < before ?? .max
    }
    return (Array(matching.suffix(limit)), matching.count > limit)
  }
}

extension Time {
  init(realtime: Int64) {
    self.init(seconds: realtime / 1_000_000_000, nanoseconds: realtime % 1_000_000_000)
  }
}
