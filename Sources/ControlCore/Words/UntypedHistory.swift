package import AudioSessionClient
package import AudioSessionWire

/// The sessions after the previous decision, to compare with those after the next.
package struct UntypedHistory: Sendable {
  private var sessions: [Int64: JSONValue] = [:]

  package init() {}

  /// Starts again from these sessions.
  package mutating func replace(by sessions: [JSONValue]) {
    self.sessions = [:]
    for session in sessions { remember(session) }
  }

  /// The session of this number; nil if it isn't known.
  package subscript(number: Int64) -> JSONValue? { sessions[number] }

  /// The label of the session of this number.
  package func label(of number: Int64) -> String {
    sessions[number]?.sessionLabel ?? "session \(number)"
  }

  /// All sessions, in order of number.
  package var all: [JSONValue] { sessions.sorted { $0.key < $1.key }.map(\.value) }

  /// Brings the sessions up to date with a message from the daemon.
  package mutating func take(_ notification: ClientMachine.Notification) {
    switch NotificationMethod(rawValue: notification.method) {
    case .serverDecision: apply(notification.params)
    case .eventsLagged: replace(by: notification.params["sessions"]?.array ?? [])
    default: break
    }
  }

  /// Brings the sessions up to date with a decision.
  package mutating func apply(_ decision: JSONValue) {
    for session in decision["changes"]?.array ?? [] { remember(session) }
    for number in decision.numbers(in: "closed") { forget(number) }
  }

  package mutating func remember(_ session: JSONValue) {
    if let number = session.sessionNumber { sessions[number] = session }
  }

  package mutating func forget(_ number: Int64) { sessions[number] = nil }
}

/// The change of a session, from its state before and after.
struct UntypedSessionChange {
  /// Nil if the session wasn't known before.
  let before: JSONValue?
  let after: JSONValue
  let isClosed: Bool

  /// The words that follow the session's name; empty if there is nothing to report.
  func words(_ history: UntypedHistory) -> [String] {
    if isClosed { return ["closed"] }
    guard let before else { return first(history) }
    return state(before, history) + flags(before) + gain(before, history) + rest(before)
  }

  private func first(_ history: UntypedHistory) -> [String] {
    var words = after.conditions
    if after["state"]?.string == "interrupted" { words[0] += blockers(history) }
    let duckers = after.numbers(in: "duckedBy").map(history.label)
    if !duckers.isEmpty { words.append("by \(duckers.joined(separator: ", "))") }
    return [after.useText] + after.applicationText + after.zoneText + after.leaseText + words
  }

  private func state(_ before: JSONValue, _ history: UntypedHistory) -> [String] {
    guard let old = before.text(of: "state"), let new = after.text(of: "state") else { return [] }
    if new == "interrupted", old != new {
      return ["\(old) -> \(after.conditions[0])\(blockers(history))"]
    }
    if old != new { return ["\(old) -> \(new)"] }
    if before["activation"] != after["activation"] { return ["activated again"] }
    if before["interruptedBy"] == after["interruptedBy"] { return [] }
    return ["still \(new)\(blockers(history))"]
  }

  private func blockers(_ history: UntypedHistory) -> String {
    let names = after.numbers(in: "interruptedBy").map(history.label)
    return names.isEmpty ? "" : " by \(names.joined(separator: ", "))"
  }

  /// A session that isn't active any more neither plays nor records: that isn't reported.
  private func flags(_ before: JSONValue) -> [String] {
    guard after["state"]?.string == "active" else { return [] }
    return ["playing", "recording"].compactMap { flag in
      before[flag] == after[flag] ? nil : after.isTrue(flag) ? flag : "not \(flag)"
    }
  }

  private func gain(_ before: JSONValue, _ history: UntypedHistory) -> [String] {
    if before["gain"] == after["gain"], before["duckedBy"] == after["duckedBy"] { return [] }
    guard after["state"]?.string == "active", let gain = after["gain"]?.double else { return [] }
    if gain == 1 { return before["gain"]?.double == 1 ? [] : ["no longer lowered"] }
    // No session has begun to lower it, so it is the silent switch (R62).
    if gain == 0, before["duckedBy"] == after["duckedBy"] { return ["silenced"] }
    let names = after.numbers(in: "duckedBy").map(history.label).joined(separator: ", ")
    return ["lowered \(gainText(gain)) by \(names)"]
  }

  /// Changes of the configuration and of other properties.
  private func rest(_ before: JSONValue) -> [String] {
    var words: [String] = []
    let names = [
      "name", "priority", "alertStyle", "category", "mode", "options", "routeSharingPolicy", "role",
      "kind",
    ]
    for name in names where before[name] != after[name] {
      words.append("\(name) \(plain(after[name]))")
    }
    if before["foreground"] != after["foreground"] {
      words.append(after.isTrue("foreground") ? "in the foreground" : "in the background")
    }
    if before["nowPlaying"] != after["nowPlaying"] {
      words.append(after.isTrue("nowPlaying") ? "now playing" : "no longer now playing")
    }
    return words
  }

  private func plain(_ value: JSONValue?) -> String {
    switch value {
    case .string(let text)?: return text.printable
    case .array(let elements)?:
      return elements.isEmpty ? "none" : elements.map { plain($0) }.joined(separator: " ")
    case .null?, nil: return "none"
    case .bool?, .number?, .object?: return value?.text.printable ?? "none"
    }
  }
}

/// A decision in words: its time, cause and rules, and the sessions that it changed.
package struct UntypedDecisionReport {
  private let decision: JSONValue
  private let moment: Int64?

  /// Reports an entry of the log or a `server.decision`; `moment` is in microseconds since 1970.
  package init(_ decision: JSONValue, at moment: Int64?) {
    self.decision = decision
    self.moment = moment
  }

  /// A line for the decision and one for each changed session; `history` is brought up to date.
  package func lines(_ history: inout UntypedHistory, _ presentation: Presentation) -> [String] {
    pieces(&history, presentation.clock).map { line in
      line.map { presentation.colour.paint($0.text, $0.style) }.joined()
    }
  }

  /// The same lines as pieces of text with their styles.
  package func pieces(_ history: inout UntypedHistory, _ clock: Clock) -> [[Table.Cell]] {
    let before = history
    for session in decision["changes"]?.array ?? [] { history.remember(session) }
    var lines = [heading(history, clock)]
    for (session, words) in decision.effects(before, history) {
      lines.append([.init("    \(session.sessionLabel): "), .init(words, style(session))])
    }
    for number in decision.numbers(in: "closed") { history.forget(number) }
    if let leftOut = decision.effectsLeftOut { lines.append([.init("    \(leftOut)")]) }
    return lines
  }

  private func heading(_ history: UntypedHistory, _ clock: Clock) -> [Table.Cell] {
    let cause = decision["cause"] ?? [:]
    let text = cause.causeText(cause.sessionNumber.map(history.label))
    let isRefused = cause["error"] != nil
    let pieces: [Table.Cell] = [
      .init(moment.map(clock.text) ?? "-", .faint), .init("#\(decision.numeral(of: "seq") ?? "?")"),
      .init(text, isRefused ? .bad : .heading), .init(sources, .faint),
    ]
    let shown = pieces.filter { !$0.text.isEmpty }
    return shown.dropFirst().reduce(Array(shown.prefix(1))) { $0 + ["  ", $1] }
  }

  private var sources: String {
    let text = decision.sourcesText
    return text.isEmpty ? "" : "[\(text)]"
  }

  private func style(_ session: JSONValue) -> Colour.Style? {
    decision.numbers(in: "closed").contains(session.sessionNumber ?? 0) ? nil : session.stateStyle
  }
}

extension JSONValue {
  /// The time of a decision, in microseconds since 1970; nil if its daemon was too old to tell it.
  package var moment: Int64? { self["at"]?.string.flatMap(Clock.moment) }

  /// The sessions that a decision was caused by, changed or closed.
  package var touchedSessions: [Int64] {
    (self["changes"]?.array ?? []).compactMap(\.sessionNumber) + numbers(in: "closed")
      + [self["cause"]?.sessionNumber].compactMap(\.self)
  }

  /// What a decision changed, in words.
  ///
  /// - Parameters:
  ///   - before: The sessions before the decision.
  ///   - after: The sessions after it, with those that it closed.
  /// - Returns: The sessions of which there is something to say, with what there is.
  package func effects(
    _ before: UntypedHistory,
    _ after: UntypedHistory
  ) -> [(session: JSONValue, words: String)] {
    let closed = Set(numbers(in: "closed"))
    return (self["changes"]?.array ?? []).compactMap { session in
      guard let number = session.sessionNumber else { return nil }
      let isClosed = closed.contains(number)
      let change = UntypedSessionChange(before: before[number], after: session, isClosed: isClosed)
      let words = change.words(after)
      return words.isEmpty ? nil : (session, words.joined(separator: ", "))
    }
  }

  /// How many more sessions a decision changed than it names; nil if it names them all.
  package var effectsLeftOut: String? {
    guard let count = self["changesLeftOut"]?.integer, count > 0 else { return nil }
    return "and \(counted(count, "more session"))"
  }
}
