import AudioSessionClient
import AudioSessionWire
import ControlCore

/// The state of `top`, into which messages, keys, moments and the size of the screen come.
///
/// ``View`` makes lines of it. Moments are in microseconds since 1970.
struct Model: Sendable {
  /// What the keys act on.
  enum Mode: Equatable, Sendable {
    case table
    /// Typing a filter; with the filter to return to.
    case filter(former: String)
    /// Asking whether to evict the session.
    case eviction(UInt64)
    case explanation(UInt64)
    case help
  }

  /// What the sessions of a zone are sorted by.
  enum Order: String, CaseIterable, Sendable {
    case state, number, name, age
  }

  /// A line of the table.
  enum Entry: Equatable, Sendable {
    case zone(String)
    case session(UInt64)
  }

  /// The connection to the daemon.
  enum Connection: Equatable, Sendable {
    case up
    /// It has announced that it ends.
    case ending
    case lost
  }

  struct Size: Equatable, Sendable {
    var columns: Int
    var rows: Int
  }

  /// Which daemon it is: `system-wide instance at /run/audiosession/socket`.
  let place: String
  private(set) var sessions = Sessions()
  private(set) var link = Connection.up
  /// The daemon's version, and when it started.
  private(set) var version: String?
  private(set) var startedAt: Int64?
  private(set) var rate = Rate()
  /// The outcome of the last command.
  var message: Table.Cell?
  var mode = Mode.table
  var order = Order.state
  var filter = ""
  /// The selected session; nil if there is none.
  var selected: UInt64?
  /// True once the user has chosen a session; before, the first one is selected, whichever it is.
  var isChosen = false
  /// True once the program should end.
  var isDone = false
  /// The session to be evicted now.
  var eviction: UInt64?
  /// The first line shown of an explanation, unless the last lines fit in below an earlier one.
  var panelOffset = 0
  var size: Size
  /// The lines of the table, and the first of them that is shown.
  private(set) var entries: [Entry] = []
  private(set) var offset = 0
  private var explanations = Explanations()

  init(place: String, size: Size) {
    self.place = place
    self.size = size
  }

  var layout: Layout {
    let isPanel =
      switch mode {
      case .explanation, .help: true
      case .table, .filter, .eviction: false
      }
    return Layout(rows: size.rows, entries: entries.count, isPanel: isPanel)
  }

  /// The sessions of the table, in their order.
  var listed: [UInt64] {
    entries.compactMap { entry in
      guard case .session(let number) = entry else { return nil }
      return number
    }
  }
}

/// Messages of the daemon.
extension Model {
  mutating func take(_ notification: ClientMachine.Notification, at now: Int64) {
    switch notification.known {
    case .serverDecision:
      guard let entry = notification.decision else { return }
      sessions.apply(entry, at: entry.decision.moment ?? now)
      rate.count(at: now)
    case .eventsLagged:
      guard let lagged: EventsLagged = notification.read() else { return }
      sessions.replace(by: lagged.sessions.sessions, asOf: lagged.to, at: now)
    case .mediaServicesWereLost: link = .ending
    case .mediaServicesWereReset: begin()
    default: break
    }
  }

  /// Begins anew with a daemon that knows none of the sessions of before.
  mutating func begin() {
    sessions.forget()
    explanations = Explanations()
    // Its numbers mean other sessions.
    eviction = nil
    switch mode {
    case .eviction, .explanation: mode = .table
    case .table, .filter, .help: break
    }
    link = .up
  }

  /// Notes that the connection has ended.
  mutating func lose() {
    begin()
    link = .lost
    startedAt = nil
  }

  mutating func take(log: [LogEntry]) { sessions.take(log: log) }

  /// Takes the list of all sessions with which a subscription begins.
  mutating func take(_ list: SessionListResult, at now: Int64) {
    sessions.replace(by: list.sessions.sessions, asOf: list.seq, at: now)
  }

  mutating func take(_ status: StatusResult, at now: Int64) {
    version = status.version.printable
    // No machine is older than this; a daemon may say what it likes.
    let uptime = min(max(status.uptimeSeconds, 0), 1e9)
    startedAt = now - Int64(uptime * 1_000_000)
  }

  mutating func take(explanation: ExplanationResult?, of session: UInt64) {
    sessions.explain(session, explanation, asOf: explanations.finish(session))
  }

  /// Takes the outcome of an eviction; nil if it succeeded, or else why it didn't.
  mutating func take(evictionOf label: String, refusal: ErrorReply?) {
    message =
      refusal.map { .init($0.sentence, .bad) } ?? .init("\(label) was closed.", .good)
  }

  /// The sessions whose explanations are to be requested now.
  mutating func explanationsToRequest(at now: Int64) -> [UInt64] {
    guard link == .up else { return [] }
    return explanations.begin(with: shown, sessions, at: now)
  }

  /// True if an explanation is missing that could be requested soon.
  var lacksExplanations: Bool {
    link == .up && shown.contains { sessions.rows[$0]?.explained == nil }
  }

  /// The sessions on the screen that need an explanation.
  private var shown: [UInt64] {
    let visible = entries.dropFirst(offset).prefix(layout.table).compactMap { entry -> UInt64? in
      guard case .session(let number) = entry else { return nil }
      return sessions.rows[number]?.condition.isHeldBack ?? false ? number : nil
    }
    var subject = selected
    if case .explanation(let number) = mode { subject = number }
    guard let subject, sessions.rows[subject] != nil, !visible.contains(subject) else {
      return visible
    }
    return visible + [subject]
  }

  /// The time until the screen changes by itself, because an age on it grows; nil if none does.
  func interval(at now: Int64) -> Duration? {
    if link == .lost { return nil }
    let isYoung = sessions.rows.values.contains { $0.since.map { now - $0 < 60_000_000 } ?? false }
    if isYoung || rate.perSecond(at: now) > 0 { return .seconds(1) }
    return startedAt == nil && sessions.rows.isEmpty ? nil : .seconds(10)
  }
}

/// The table's order and the part of it that is shown.
extension Model {
  /// Brings the table up to date, and keeps the selected session in sight.
  mutating func settle() {
    let former = selected.flatMap { listed.firstIndex(of: $0) } ?? 0
    entries = sortedEntries()
    let numbers = listed
    if !isChosen {
      selected = numbers.first
    } else if selected.map({ !numbers.contains($0) }) ?? true {
      selected = numbers.isEmpty ? nil : numbers[min(former, numbers.count - 1)]
    }
    let height = layout.table
    let index = selected.flatMap { entries.firstIndex(of: .session($0)) } ?? 0
    // The title of the zone belongs to its first session.
    let isFirst = index > 0 && height > 1 ? entries[index - 1].isZone : false
    offset = min(offset, isFirst ? index - 1 : index)
    offset = max(offset, index - height + 1)
    offset = max(0, min(offset, entries.count - height))
    if case .explanation(let number) = mode, sessions.rows[number] == nil { mode = .table }
    if case .eviction(let number) = mode, sessions.rows[number] == nil { mode = .table }
  }

  private func sortedEntries() -> [Entry] {
    let words = filter.lowercased().split(separator: " ")
    let rows = sessions.rows.filter { _, row in
      let text = words.isEmpty ? "" : row.searchText
      return words.allSatisfy { text.has($0) }
    }
    let zones = Set(rows.values.compactMap { $0.zone }).sorted()
    let sorted = rows.sorted { isBefore($0, $1) }
    if zones.isEmpty { return sorted.map { .session($0.key) } }
    let named = zones.flatMap { zone in
      [.zone("Zone \(zone)")]
        + sorted.filter { $0.value.zone == zone }.map { Entry.session($0.key) }
    }
    let others = sorted.filter { $0.value.zone == nil }
    if others.isEmpty { return named }
    let isAllTold = !others.contains { $0.value.session.isOfAnother }
    let title = isAllTold ? "No zone" : "No zone, or one that isn't shown"
    return named + [.zone(title)] + others.map { .session($0.key) }
  }

  private func isBefore(
    _ one: (key: UInt64, value: TopRow),
    _ other: (key: UInt64, value: TopRow)
  ) -> Bool {
    switch order {
    case .number: return one.key < other.key
    case .state:
      return (one.value.condition.rank, one.key) < (other.value.condition.rank, other.key)
    case .name: return (one.value.name, one.key) < (other.value.name, other.key)
    case .age: return (-(one.value.since ?? 0), one.key) < (-(other.value.since ?? 0), other.key)
    }
  }
}

extension Model.Entry {
  fileprivate var isZone: Bool {
    guard case .zone = self else { return false }
    return true
  }
}
