import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// A session as a decision left it.
struct LoggedChange {
  var view: SessionView
  var identity: SessionIdentity
  var duckers: SessionNumbers
  var blockers: SessionNumbers
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
  /// The sessions that ended in it, whether or not their changes had room.
  var closed: [SessionID] = []
  fileprivate(set) var changes: [LoggedChange] = []
  /// Changes that had no room.
  fileprivate(set) var changesLeftOut = 0

  /// The decision as `viewer` may see it; `names` are those of all kinds that ever were.
  func shown(to viewer: Viewer, _ names: KindNames) -> LogEntry {
    LogEntry(
      seq: seq,
      at: Time(realtime: realtime),
      cause: cause.shown(to: viewer),
      rules: rules,
      cells: cells.cells.map { names[$0] },
      changes: changes.map { change in
        SessionObject(
          change.view,
          change.identity,
          duckers: change.duckers,
          blockers: change.blockers,
          names: names,
          for: viewer,
          at: moment,
          seq: seq
        )
      },
      closed: closed.map(\.number),
      changesLeftOut: changesLeftOut
    )
  }
}

/// The latest decisions, with what led to each and what it changed (R55).
///
/// When it is full, the user who has most of it makes room, so that nobody can wash out what others
/// did. Of that user's decisions those go first that concerned nobody else, so that nobody can wash
/// out what he did to others with what he does to himself.
struct DecisionLog {
  /// How many decisions are kept.
  static let capacity = 1024
  /// How many changes of one decision are kept.
  private static let changeLimit = 64
  /// How many changes are kept in all; the earliest decisions lose theirs first.
  static let changeBudget = 16_384

  /// A decision, and the next of the same user and sort.
  private struct Entry {
    var decision: LoggedDecision
    var next = -1
  }

  /// Entries in the order of their numbers: the first goes first.
  private struct Chain {
    var first = -1
    var last = -1
  }

  /// One user's part of the log.
  private struct Part {
    /// Nil: what nobody asked for.
    var user: UserID?
    var count = 0
    /// What concerned no other user's session, and what did.
    var own = Chain()
    var others = Chain()
  }

  private var entries: [Entry] = []
  private var parts: [Part] = []
  private var partOfUser: [UserID?: Int] = [:]
  /// Where the latest is; it stands in no chain before the next one comes.
  private var latest = -1
  private var changeCount = 0

  /// Adds a decision; its number is greater than any before.
  mutating func append(_ decision: LoggedDecision) {
    enchainLatest()
    if entries.count < DecisionLog.capacity {
      latest = entries.count
      entries.append(Entry(decision: decision))
    } else {
      latest = takeOldest()
      changeCount -= entries[latest].decision.changes.count
      entries[latest] = Entry(decision: decision)
    }
  }

  /// Whether a change of the latest decision has room; if not, it is counted as left out.
  ///
  /// To be asked before a change is worked out, since one decision may change very many sessions.
  mutating func hasRoomForChange() -> Bool {
    guard entries[latest].decision.changes.count < DecisionLog.changeLimit else {
      entries[latest].decision.changesLeftOut += 1
      return false
    }
    return true
  }

  /// Adds a change to the latest decision.
  mutating func add(_ change: LoggedChange) {
    entries[latest].decision.changes.append(change)
    changeCount += 1
    if changeCount > DecisionLog.changeBudget { dropOldestChanges() }
  }

  /// The decisions between two numbers, exclusive, the latest first.
  func latestFirst(since: UInt64?, before: UInt64?) -> [LoggedDecision] {
    entries.lazy.map(\.decision)
      .filter { $0.seq > since ?? 0 && $0.seq < before ?? .max }
      .sorted { $0.seq > $1.seq }
  }

  /// The latest decision is complete: it takes its place among its user's.
  private mutating func enchainLatest() {
    guard latest >= 0 else { return }
    let decision = entries[latest].decision
    let user = decision.cause.peer?.user
    let part = part(of: user)
    parts[part].count += 1
    let concernsOthers =
      decision.changesLeftOut > 0
      || decision.changes.contains { $0.view.owner.user != user }
    append(latest, to: concernsOthers ? \.others : \.own, of: part)
  }

  private mutating func append(_ place: Int, to chain: WritableKeyPath<Part, Chain>, of part: Int) {
    let last = parts[part][keyPath: chain].last
    if last >= 0 {
      entries[last].next = place
    } else {
      parts[part][keyPath: chain].first = place
    }
    parts[part][keyPath: chain].last = place
  }

  private mutating func part(of user: UserID?) -> Int {
    if let part = partOfUser[user] { return part }
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

  /// Takes out the entry that makes room.
  private mutating func takeOldest() -> Int {
    var largest = 0
    for part in parts.indices where parts[part].count > parts[largest].count { largest = part }
    parts[largest].count -= 1
    let chain: WritableKeyPath<Part, Chain> = parts[largest].own.first >= 0 ? \.own : \.others
    let place = parts[largest][keyPath: chain].first
    parts[largest][keyPath: chain].first = entries[place].next
    if entries[place].next < 0 { parts[largest][keyPath: chain].last = -1 }
    return place
  }

  /// Takes the changes out of an eighth of the decisions that have any, the earliest.
  private mutating func dropOldestChanges() {
    let places = entries.indices.filter { $0 != latest && !entries[$0].decision.changes.isEmpty }
      .sorted { entries[$0].decision.seq < entries[$1].decision.seq }
    for place in places.prefix(places.count / 8 + 1) {
      let count = entries[place].decision.changes.count
      changeCount -= count
      entries[place].decision.changes = []
      entries[place].decision.changesLeftOut += count
    }
  }
}

extension Time {
  init(realtime: Int64) {
    self.init(seconds: realtime / 1_000_000_000, nanoseconds: realtime % 1_000_000_000)
  }
}
