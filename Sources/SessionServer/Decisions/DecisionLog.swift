import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

/// A decision as stored in the log.
struct LoggedDecision {
  var seq: UInt64
  /// Nanoseconds since 1970, UTC.
  var realtime: Int64
  var rules: RuleSet
  var cells: CellSet
  /// The sessions that the decision closed, including those whose changes were left out.
  var closed: [SessionID] = []
  /// The sessions that it changed, as of it.
  var changes: [SessionObject] = []
  var cause: DecisionCause
  /// The number of changes left out because there was no room.
  var changesLeftOut: Int32 = 0
}

extension LoggedDecision {
  /// Creates the entry of a numbered decision.
  ///
  /// - Parameters:
  ///   - seq: The decision's number.
  ///   - realtime: Nanoseconds since 1970, UTC.
  ///   - decision: What the arbiter decided.
  ///   - summary: Its summary.
  ///   - closed: The sessions that it closed.
  ///   - changes: The sessions that it changed, as of it, or the first of them.
  ///   - cause: What caused it, unless it is an expiry; what it refused is added.
  init(
    _ seq: UInt64,
    realtime: Int64,
    _ decision: Decision,
    _ summary: DecisionSummary,
    closed: [SessionID],
    changes: [SessionObject],
    cause: consuming DecisionCause
  ) {
    if let expiry = decision.expiry { cause = DecisionCause(expiry) }
    if cause.session == nil { cause.session = summary.granted }
    (cause.error, cause.blocker) = (summary.refused?.error, summary.refused?.by)
    self.init(
      seq: seq,
      realtime: realtime,
      rules: decision.rules,
      cells: decision.cells,
      closed: closed,
      changes: changes,
      cause: cause,
      changesLeftOut: Int32(summary.changed.count - changes.count)
    )
  }

  /// Returns the decision with what `viewer` may see; `names` are the names of all kinds that ever
  /// existed.
  func shown(to viewer: Viewer, _ names: KindNames) -> DecisionObject {
    DecisionObject(
      at: Time(realtime: realtime),
      cause: cause.shown(to: viewer),
      rules: rules,
      cells: cells.cells.map { names[$0] },
      changes: changes.map { $0.shown(to: viewer) },
      closed: closed.map { $0.number }
    )
  }

  /// Leaves out the changes beyond the first `limit`.
  fileprivate mutating func leaveOutChanges(beyond limit: Int) {
    guard changes.count > limit else { return }
    changesLeftOut += Int32(changes.count - limit)
    // In memory of their own, so that the others' is given back.
    changes = Array(changes.prefix(limit))
  }
}

/// The latest decisions, each with its cause and the changes it made (R55).
///
/// When the log is full, an entry of the user with the most entries is dropped, so that no user can
/// flush out the decisions of others. Of that user's entries, those that affected no other user are
/// dropped first, so that a user can't use his own sessions to flush out what he did to others.
struct DecisionLog {
  /// The number of decisions that are kept.
  static let capacity = 1024
  /// The number of changes that are kept for one decision.
  static let changeLimit = 64
  /// The number of changes that are kept in total; the earliest decisions lose theirs first.
  static let changeBudget = 16_384

  /// A decision, and the index of the next entry in the same chain.
  private struct Entry {
    var decision: LoggedDecision
    var next: Int32 = -1
  }

  /// Entries in the order of their numbers; the first is dropped first.
  private struct Chain {
    var first = -1
    var last = -1

    mutating func append(_ place: Int, to entries: inout [Entry]) {
      if last >= 0 { entries[last].next = Int32(place) } else { first = place }
      last = place
    }

    mutating func takeFirst(_ entries: [Entry]) -> Int {
      let place = first
      first = Int(entries[place].next)
      if first < 0 { last = -1 }
      return place
    }
  }

  /// One user's part of the log.
  private struct Part {
    /// The user; nil for decisions that no request caused.
    var user: UserID?
    var count = 0
    /// The decisions that affected no other user's session, and those that did.
    var own = Chain()
    var others = Chain()

    /// Takes the first entry of a chain, the decisions that affected nobody else before the others.
    mutating func takeFirst(_ entries: [Entry]) -> Int {
      count -= 1
      return own.first >= 0 ? own.takeFirst(entries) : others.takeFirst(entries)
    }
  }

  private var entries: [Entry] = []
  private var parts: [Part] = []
  private var partOfUser: [UserID?: Int] = [:]
  /// The index of the latest entry, which joins a chain only when the next one is added.
  private var latest = -1
  /// Whether it affected another user's session, as far as its changes are known.
  private var latestConcernsOthers = false
  /// The part that was looked for last, which most often is looked for next.
  private var latestPart = 0
  private var changeCount = 0

  /// Adds a decision, whose number must be greater than all before it.
  mutating func append(_ decision: consuming LoggedDecision) {
    enchainLatest()
    let user = decision.cause.peer?.user.number
    latestConcernsOthers =
      decision.changes.count > DecisionLog.changeLimit || decision.changesLeftOut > 0
      || decision.changes.contains { $0.uid != user }
    if entries.count < DecisionLog.capacity {
      latest = entries.count
      entries.append(Entry(decision: decision))
    } else {
      latest = takeOldest()
      changeCount -= entries[latest].decision.changes.count
      entries[latest] = Entry(decision: decision)
    }
    entries[latest].decision.leaveOutChanges(beyond: DecisionLog.changeLimit)
    changeCount += entries[latest].decision.changes.count
    if changeCount > DecisionLog.changeBudget { dropOldestChanges() }
  }

  /// Returns the decisions between two numbers, exclusive, latest first.
  func latestFirst(since: UInt64?, before: UInt64?) -> [LoggedDecision] {
    entries.lazy.map { $0.decision }
      .filter { $0.seq > since ?? 0 && $0.seq < before ?? .max }
      .sorted { $0.seq > $1.seq }
  }

  /// Adds the latest decision, now complete, to its user's chain.
  private mutating func enchainLatest() {
    guard latest >= 0 else { return }
    let part = part(of: entries[latest].decision.cause.peer?.user)
    parts[part].count += 1
    if latestConcernsOthers {
      parts[part].others.append(latest, to: &entries)
    } else {
      parts[part].own.append(latest, to: &entries)
    }
  }

  private mutating func part(of user: UserID?) -> Int {
    if latestPart < parts.count, parts[latestPart].user == user { return latestPart }
    if let part = partOfUser[user] {
      latestPart = part
      return part
    }
    let part = parts.firstIndex { $0.count == 0 } ?? parts.count
    if part == parts.count {
      parts.append(Part(user: user))
    } else {
      partOfUser[parts[part].user] = nil
      parts[part] = Part(user: user)
    }
    partOfUser[user] = part
    return part
  }

  /// Removes the entry to be replaced from its chain and returns its index.
  private mutating func takeOldest() -> Int {
    var largest = 0
    for part in parts.indices where parts[part].count > parts[largest].count { largest = part }
    return parts[largest].takeFirst(entries)
  }

  /// Drops the changes of the earliest eighth of the decisions that have any.
  private mutating func dropOldestChanges() {
    let places = entries.indices.filter { $0 != latest && !entries[$0].decision.changes.isEmpty }
      .sorted { entries[$0].decision.seq < entries[$1].decision.seq }
    for place in places.prefix(places.count / 8 + 1) {
      changeCount -= entries[place].decision.changes.count
      entries[place].decision.leaveOutChanges(beyond: 0)
    }
  }
}

extension Time {
  init(realtime: Int64) {
    self.init(seconds: realtime / 1_000_000_000, nanoseconds: realtime % 1_000_000_000)
  }
}
