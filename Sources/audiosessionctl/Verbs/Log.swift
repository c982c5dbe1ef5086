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
      let reply = try extract.ask(&daemon)
      if invocation.has("json") { return output.print(reply) }
      output.print(LogReport.lines(reply, output.presentation))
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

  /// The decisions, as `server.log` gives them.
  func ask(_ daemon: inout Daemon) throws(Failure) -> JSONValue {
    var end: Int64? = nil
    if case .decision(let number)? = before { end = number }
    var found: [JSONValue] = []
    while true {
      let reply = try daemon.call(.serverLog, parameters(before: end))
      let page = reply["decisions"]?.array ?? []
      found = page.filter(isWanted) + found
      let isWhole = !reply.isTrue("more") || page.first.map { !isAfterStart($0) } ?? true
      if hasNoTimes || isWhole || found.count >= limit {
        let isCut = found.count > limit || (!isWhole && found.count == limit)
        let more = hasNoTimes ? reply.isTrue("more") : isCut
        return ["decisions": .array(found.suffix(Int(limit))), "more": .bool(more)]
      }
      end = page.first?["seq"]?.integer
    }
  }

  /// A search for a time requests as many decisions as the daemon returns at once.
  private func parameters(before end: Int64?) -> JSONValue {
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

  private func isWanted(_ decision: JSONValue) -> Bool {
    guard case .time(let end)? = before else { return isAfterStart(decision) }
    return isAfterStart(decision) && moment(decision) < end
  }

  private func isAfterStart(_ decision: JSONValue) -> Bool {
    guard case .time(let start)? = since else { return true }
    return moment(decision) >= start
  }

  private func moment(_ decision: JSONValue) -> Int64 {
    decision.moment ?? 0
  }
}

/// The text that `log` prints.
enum LogReport {
  static func lines(_ reply: JSONValue, _ presentation: Presentation) -> [String] {
    let decisions = reply["decisions"]?.array ?? []
    if decisions.isEmpty { return presentation.hasLegend ? ["No decisions found."] : [] }
    var history = UntypedHistory()
    let lines = decisions.flatMap { decision in
      UntypedDecisionReport(decision, at: decision.moment).lines(&history, presentation)
    }
    guard presentation.hasLegend, reply.isTrue("more") else { return lines }
    let first = decisions.first?.numeral(of: "seq") ?? "?"
    return ["Older decisions: audiosessionctl log --before \(first)"] + lines
  }
}
