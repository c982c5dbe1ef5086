import AudioSessionJSON
import AudioSessionWire
import ControlCore

extension Verb {
  static let log = Verb(
    name: "log",
    options: [
      Option(
        name: "limit",
        letter: "n",
        value: .number("N", 1...1024),
        meaning: "Show the latest N (default 20)."
      ),
      Option(name: "since", value: .moment, meaning: "Only decisions after this number or time."),
      Option(name: "before", value: .moment, meaning: "Only decisions before this number or time."),
    ],
    summary: "Show the latest decisions with their causes, rules and effects.",
    details: """
      Oldest first. Each decision has its time, number, cause and rules, followed by a line for
      each session that it changed. The daemon keeps the latest 1024 decisions. WHEN is the number
      of a decision, or a time: "10 min ago", "14:30", "yesterday", "2026-11-21 14:30".
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let extract = LogExtract(invocation, output.presentation.clock)
      let log = try extract.ask(&daemon)
      if invocation.has("json") {
        let decisions = JSONValue.array(log.decisions.map { $0.json })
        return output.print(["decisions": decisions, "more": .bool(log.more)] as JSONValue)
      }
      let entries = log.decisions.map { $0.value }
      output.print(LogReport.lines(entries, hasMore: log.more, output.presentation))
    }
  )
}

/// The part of the log to show; the daemon finds decisions by number, times are searched for here.
struct LogExtract {
  private let limit: Int64
  private let since: Moment?
  private let before: Moment?

  init(_ invocation: Invocation, _ clock: Clock) {
    limit = invocation.number("limit") ?? 20
    since = invocation.moment("since", clock)
    before = invocation.moment("before", clock)
  }

  /// The decisions, and whether there are more before them.
  func ask(
    _ daemon: inout Daemon
  ) throws(Failure) -> (decisions: [Sent<LogEntry>], more: Bool) {
    var end: UInt64? = nil
    if case .decision(let number)? = before { end = UInt64(number) }
    var found: [Sent<LogEntry>] = []
    while true {
      let reply = try daemon.call(.serverLog, parameters(before: end))
      let page: [Sent<LogEntry>] = reply.sent(in: "decisions")
      let hasMore = reply["more"] == true
      found = page.filter { isWanted($0.value.decision) } + found
      let isWhole = !hasMore || page.first.map { !isAfterStart($0.value.decision) } ?? true
      if hasNoTimes || isWhole || found.count >= limit {
        let isCut = found.count > limit || (!isWhole && found.count == limit)
        return (found.suffix(Int(limit)), hasNoTimes ? hasMore : isCut)
      }
      end = page.first?.value.seq
    }
  }

  /// A search for a time requests as many decisions as the daemon returns at once.
  private func parameters(before end: UInt64?) -> JSONValue {
    var members = [JSONValue.Member("limit", .number("\(hasNoTimes ? limit : 1024)"))]
    if case .decision(let number)? = since { members.append(.init("since", .number("\(number)"))) }
    if let end { members.append(.init("before", .number("\(end)"))) }
    return .object(members)
  }

  private var hasNoTimes: Bool {
    if case .time? = since { return false }
    if case .time? = before { return false }
    return true
  }

  private func isWanted(_ decision: DecisionObject) -> Bool {
    guard case .time(let end)? = before else { return isAfterStart(decision) }
    return isAfterStart(decision) && decision.at.microseconds < end
  }

  private func isAfterStart(_ decision: DecisionObject) -> Bool {
    guard case .time(let start)? = since else { return true }
    return decision.at.microseconds >= start
  }
}

/// The text that `log` prints.
enum LogReport {
  static func lines(
    _ entries: [LogEntry],
    hasMore: Bool,
    _ presentation: Presentation
  ) -> [String] {
    guard let first = entries.first else {
      return presentation.hasLegend ? ["No decisions found."] : []
    }
    var history = History()
    let lines = entries.flatMap { entry in
      DecisionReport(entry, at: entry.decision.moment).lines(&history, presentation)
    }
    guard presentation.hasLegend, hasMore else { return lines }
    return ["Older decisions: audiosessionctl log --before \(first.seq)"] + lines
  }
}
