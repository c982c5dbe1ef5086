import AudioSessionClient
import AudioSessionWire
import ControlCore

extension Verb {
  static let monitor = Verb(
    name: "monitor",
    options: SessionFilter.options + [
      Option(
        name: "count",
        value: .number("N", 1...JSONDocument.largestInteger),
        meaning: "Exit after N decisions."
      ),
      Option(name: "no-reconnect", meaning: "Exit when the daemon ends, instead of waiting."),
    ],
    summary: "Print decisions as they are made.",
    details: """
      In the format of `log`, until the program is stopped. With a filter, only decisions that such
      a session caused, or that changed one. If the daemon ends, waits for the next one. With --json
      each line is a message from the daemon: server.decision, events.lagged if decisions were
      dropped because this program was too slow, mediaServices.wereLost when the daemon ends in
      order, or mediaServices.wereReset after a restart.
      """,
    action: .program { invocation, output throws(Failure) in
      let count = invocation.number("count")
      var monitor = MonitorReport(
        try SessionFilter(invocation),
        isJSON: invocation.has("json")
      )
      var watch = try Watch(invocation, reconnects: !invocation.has("no-reconnect"))
      while count.map({ monitor.decisions < $0 }) ?? true {
        switch try watch.next() {
        case .connected(let start): monitor.begin(start.json, &output)
        case .told(let notification):
          monitor.print(notification, to: &output, at: Clock.system.now)
        case .outputClosed: return 0
        case .gone, .line, .inputEnded, .readable, .timeIsOver: break
        }
        try output.flush()
      }
      return 0
    }
  )
}

/// The output of `monitor`, message by message.
struct MonitorReport {
  /// The number of decisions printed.
  private(set) var decisions: Int64 = 0
  private var history = UntypedHistory()
  private let filter: SessionFilter
  private let isJSON: Bool

  init(_ filter: SessionFilter, isJSON: Bool) {
    self.filter = filter
    self.isJSON = isJSON
  }

  /// Begins, or continues, with the reply to a subscription.
  mutating func begin(_ start: JSONValue, _ output: inout Output) {
    let sessions = start["sessions"]?.array ?? []
    history.replace(by: sessions)
    if isJSON || !output.presentation.hasLegend { return }
    let number = start.numeral(of: "seq") ?? "?"
    output.print("\(counted(Int64(sessions.count), "session")) as of decision \(number); watching.")
  }

  /// Prints a message if it is one to be shown.
  mutating func print(
    _ notification: ClientMachine.Notification,
    to output: inout Output,
    at moment: Int64
  ) {
    let isDecision = notification.method == NotificationMethod.serverDecision.rawValue
    if isDecision, !filter.matches(decision: notification.params, history) {
      return history.take(notification)
    }
    if isDecision { decisions += 1 }
    if isJSON {
      history.take(notification)
      return output.printLine(notification.message)
    }
    output.print(lines(notification, output.presentation, at: moment))
  }

  /// A message as text; the history is brought up to date.
  private mutating func lines(
    _ notification: ClientMachine.Notification,
    _ presentation: Presentation,
    at moment: Int64
  ) -> [String] {
    let params = notification.params
    switch NotificationMethod(rawValue: notification.method) {
    case .serverDecision:
      // Older daemons don't tell the time.
      let made = params.moment ?? moment
      return UntypedDecisionReport(params, at: made).lines(&history, presentation)
    case .eventsLagged:
      history.replace(by: params["sessions"]?.array ?? [])
      let range = "\(params.numeral(of: "from") ?? "?") to \(params.numeral(of: "to") ?? "?")"
      let text = "decisions \(range) were dropped: this program was too slow"
      return [presentation.colour.paint(text, .warning)]
    case .mediaServicesWereLost:
      return [presentation.colour.paint("the daemon is going down", .warning)]
    case .mediaServicesWereReset:
      return [presentation.colour.paint("the daemon has restarted", .warning)]
    default: return []
    }
  }
}
