import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// Makes a timeline from decisions, one after the other.
struct Builder {
  typealias Key = Model.Key

  /// The sessions at a later time than the first decisions, which tells about those that didn't
  /// change in between.
  private let known: [UInt64: SessionObject]
  private let knownAsOf: UInt64
  /// The sessions before the first decision, if that is known.
  private let sessionsBefore: [SessionObject]?
  private var run = 0
  private var epoch: Epoch?
  private var tracks: [Key: Track] = [:]
  /// The order in which the sessions were seen first.
  private var order: [Key] = []
  private var history = History()
  private var axis = Axis()
  /// Places on the axis, as all moments from here on.
  private var first: Int64?
  private var last: Int64 = 0
  private var lastNumber: UInt64?
  /// True if the daemon has gone and no other has decided anything.
  private var hasEnded = false
  /// When the present run of the daemon was first heard of.
  private var runBegin: Int64 = 0
  /// The sessions after missing decisions; they apply from the next decision's time on.
  private var pending: (what: String, sessions: [SessionObject])?
  /// True if the run's first decision is known, so that nothing was before.
  private var beganWithDaemon = false
  private var system: [Model.Marker] = []
  private var gaps: [Model.Gap] = []
  private var rows: [Model.Row] = []

  /// Begins a timeline.
  ///
  /// - Parameters:
  ///   - known: All sessions as of some decision; empty if they aren't known.
  ///   - number: That decision.
  ///   - sessions: All sessions before the first decision; nil if they aren't known.
  init(
    known: [SessionObject] = [],
    asOf number: UInt64 = 0,
    before sessions: [SessionObject]? = nil
  ) {
    self.known = known.reduce(into: [:]) { $0[$1.session] = $1 }
    knownAsOf = number
    sessionsBefore = sessions
  }

  mutating func take(_ input: Input) {
    switch input {
    case .decision(let entry, let epoch, let moment):
      noticeRestart(epoch, entry.number)
      take(entry, at: moment)
    case .lagged(let from, let to, let sessions):
      pending = ("decisions \(from) to \(to) weren't recorded", sessions)
      lastNumber = to
    case .stopped(let moment): endRun("the daemon stopped", at: moment)
    case .restarted(let moment): endRun(nil, at: moment)
    }
  }

  /// The timeline up to a moment; the latest conditions last until then.
  mutating func finish(at moment: Int64) -> Model {
    let end = max(axis.place(of: moment), last)
    let begin = first ?? end
    catchUp(at: end)
    addKnown(from: begin)
    if hasEnded { closeAll(at: last) }
    let lanes = order.compactMap { tracks[$0]?.lane(until: end) }
    return Model(
      begin: begin,
      end: end,
      axis: axis,
      lanes: lanes.filter { $0.zone != nil }.sorted { $0.zone ?? "" < $1.zone ?? "" }
        + lanes.filter { $0.zone == nil },
      system: system,
      gaps: gaps,
      rows: rows
    )
  }
}

/// Decisions.
extension Builder {
  private mutating func take(_ entry: LogEntry, at time: Int64) {
    let number = entry.number
    let moment = place(of: time)
    if hasEnded { beginRun(at: moment) }
    if lastNumber == nil { beganWithDaemon = number == 1 }
    if first == nil {
      first = moment
      runBegin = moment
      for session in sessionsBefore ?? [] { history.remember(session) }
      let sessions = (sessionsBefore ?? []).reduce(into: [:]) { $0[$1.session] = $1 }
      addUnchanged(sessions, from: moment)
    }
    noticeGap(before: number, at: moment)
    catchUp(at: moment)
    last = moment
    lastNumber = number ?? lastNumber
    let before = history
    for session in entry.decision.changes { apply(session, entry, at: moment) }
    rows.append(Model.Row(entry, before, history, at: moment, run: run))
    mark(entry, at: moment)
    for number in entry.decision.closed {
      tracks[key(number)]?.close(at: moment)
      history.forget(number)
    }
  }

  /// The place of the next moment: the order of decisions counts, and the clock may be set back.
  private mutating func place(of time: Int64) -> Int64 {
    let (place, setBack) = axis.append(time, after: last)
    if setBack > 0 {
      let length = Clock.text(ofSeconds: Double(setBack) / 1_000_000)
      gaps.append(.init(begin: last, end: place, what: "the clock was set back by \(length)"))
    }
    return place
  }

  private mutating func apply(_ session: SessionObject, _ entry: LogEntry?, at moment: Int64) {
    let key = key(session.session)
    history.remember(session)
    if tracks[key] == nil { begin(key, with: session, entry, at: moment) }
    let kinds = { (number: UInt64) in history[number]?.kindName }
    tracks[key]?.apply(session, entry?.decision, at: moment, kindOf: kinds)
  }

  /// A session that is seen for the first time: opened now, or there before.
  private mutating func begin(
    _ key: Key,
    with session: SessionObject,
    _ entry: LogEntry?,
    at moment: Int64
  ) {
    let cause = entry?.decision.cause
    let isOpened = cause?.trigger == .method(.sessionOpen) && cause?.session == key.number
    let isFirst = isOpened && session.activation == 0
    var track = Track(key, session)
    if isFirst || beganWithDaemon && entry?.number != nil {
      track.open(at: moment)
    } else if let earlier = known[key.number], lastNumber ?? 0 > knownAsOf, run == 0 {
      track.resume(earlier, at: runBegin)
    } else {
      track.beUnknown(at: runBegin)
    }
    tracks[key] = track
    order.append(key)
  }

  /// The list is that of the first daemon.
  private mutating func addKnown(from begin: Int64) {
    if run == 0 { addUnchanged(known, from: begin) }
  }

  /// Sessions that no decision changed were all the time as they are now.
  private mutating func addUnchanged(_ sessions: [UInt64: SessionObject], from begin: Int64) {
    for (number, session) in sessions.sorted(by: { $0.key < $1.key }) {
      let key = Key(run: 0, number: number)
      if let track = tracks[key] {
        if track.isUnchanged && track.isOpen { tracks[key]?.resume(session, at: begin) }
        continue
      }
      var track = Track(key, session)
      track.resume(session, at: begin)
      tracks[key] = track
      order.append(key)
    }
  }

  private func key(_ number: UInt64) -> Key { Key(run: run, number: number) }
}

/// Markers, missing decisions and restarts.
extension Builder {
  /// Events that no session's condition shows.
  private mutating func mark(_ entry: LogEntry, at moment: Int64) {
    let cause = entry.decision.cause
    let subject = cause.session.map(key)
    let isRefusal = cause.error != nil
    let isEnd = [.method(.sessionEvict), .event(.leaseExpired)].contains(cause.trigger)
    let marker = Model.Marker(
      moment: moment,
      kind: isRefusal ? .refused : isEnd ? .ended : .system,
      decision: entry.number,
      what: cause.causeText(cause.session.map(history.label)),
      blocker: cause.blocker.map(key),
      source: entry.decision.sourcesText
    )
    if let subject, marker.kind != .system {
      if tracks[subject] == nil { beginUnchanged(subject) }
      tracks[subject]?.markers.append(marker)
    } else if isRefusal || isSystemEvent(cause) {
      system.append(marker)
    }
  }

  /// A session that only tried to do something: what else is known of it comes at the end.
  private mutating func beginUnchanged(_ key: Key) {
    var track = Track(key, run == 0 ? known[key.number] : nil)
    track.beUnknown(at: runBegin)
    tracks[key] = track
    order.append(key)
  }

  private func isSystemEvent(_ cause: Cause) -> Bool {
    switch cause.trigger {
    case .event(let event): event == .started || event == .policyReloaded
    case .method(.policySetDuckGain): true
    case .method(let method): method.rawValue.hasPrefix("system.")
    case .otherMethod(let name): name.hasPrefix("system.")
    case .otherEvent, nil: false
    }
  }

  private mutating func note(_ what: String, at moment: Int64) {
    guard first != nil else { return }
    system.append(
      .init(moment: moment, kind: .system, decision: nil, what: what, blocker: nil, source: "")
    )
  }

  /// Numbers begin again with each daemon, and so does the epoch, where the record has it.
  private mutating func noticeRestart(_ epoch: Epoch?, _ number: UInt64?) {
    let isOther = self.epoch != nil && epoch != nil && epoch != self.epoch
    let isEarlier = number.map { $0 <= lastNumber ?? 0 } ?? false
    self.epoch = epoch ?? self.epoch
    if first != nil, !hasEnded, isOther || isEarlier { endRun(nil, at: nil) }
  }

  /// The daemon goes, at a time that may not be known.
  private mutating func endRun(_ what: String?, at moment: Int64?) {
    guard let first else { return }
    let end = moment.map { place(of: $0) } ?? last
    catchUp(at: end)
    addKnown(from: first)
    last = end
    if moment != nil { closeAll(at: end) }
    // Its farewell and the end of the connection both tell of it.
    if let what, !hasEnded { note(what, at: end) }
    hasEnded = true
  }

  /// Another daemon decides; at some time since the last decision all sessions ended.
  private mutating func beginRun(at moment: Int64) {
    for key in order where tracks[key]?.isOpen ?? false { tracks[key]?.beUnknown(at: last) }
    closeAll(at: moment)
    note("the daemon was restarted: all sessions ended", at: moment)
    run += 1
    runBegin = moment
    // What is pending was told by the new daemon.
    lastNumber = nil
    history = History()
    hasEnded = false
  }

  private mutating func closeAll(at moment: Int64) {
    for key in order where tracks[key]?.isOpen ?? false { tracks[key]?.close(at: moment) }
  }

  private mutating func noticeGap(before number: UInt64?, at moment: Int64) {
    guard pending == nil, let number, let lastNumber, number > lastNumber + 1 else { return }
    let (from, to) = (lastNumber + 1, number - 1)
    let one = "decision \(from) isn't recorded"
    let several = "decisions \(from) to \(to) aren't recorded"
    gaps.append(.init(begin: last, end: moment, what: from == to ? one : several))
    beganWithDaemon = false
  }

  /// Applies the sessions after missing decisions; in between, nothing is known.
  private mutating func catchUp(at moment: Int64) {
    guard let (what, sessions) = pending else { return }
    pending = nil
    let begin = last == 0 ? moment : last
    if first == nil {
      first = moment
      runBegin = moment
    }
    gaps.append(.init(begin: begin, end: moment, what: what))
    let numbers = Set(sessions.map { $0.session })
    for key in order where tracks[key]?.isOpen ?? false {
      tracks[key]?.beUnknown(at: begin)
      if !numbers.contains(key.number) { tracks[key]?.close(at: moment) }
    }
    history.replace(by: sessions)
    for session in sessions { apply(session, nil, at: moment) }
  }
}
