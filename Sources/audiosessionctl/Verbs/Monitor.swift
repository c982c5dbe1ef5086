import AudioSessionClient
import AudioSessionJSON
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
        case .connected(let start): monitor.begin(start.value, &output)
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
  private var history = History()
  private let filter: SessionFilter
  private let isJSON: Bool

  init(_ filter: SessionFilter, isJSON: Bool) {
    self.filter = filter
    self.isJSON = isJSON
  }

  /// Begins, or continues, with the reply to a subscription.
  mutating func begin(_ start: SessionListResult, _ output: inout Output) {
    let sessions = start.sessions.sessions
    history.replace(by: sessions)
    if isJSON || !output.presentation.hasLegend { return }
    let count = counted(Int64(sessions.count), "session")
    output.print("\(count) as of decision \(start.seq); watching.")
  }

  /// Prints a message if it is one to be shown.
  mutating func print(
    _ notification: ClientMachine.Notification,
    to output: inout Output,
    at moment: Int64
  ) {
    let entry = notification.decision
    if let entry {
      guard filter.matches(decision: entry.decision, history) else {
        return history.apply(entry.decision)
      }
      decisions += 1
    }
    if isJSON {
      history.take(notification)
      return output.printLine(notification.message)
    }
    if let entry {
      // Older daemons don't tell the time.
      let report = DecisionReport(entry, at: entry.decision.moment ?? moment)
      return output.print(report.lines(&history, output.presentation))
    }
    history.take(notification)
    if let text = MonitorReport.warning(notification) {
      output.print(output.presentation.colour.paint(text, .warning))
    }
  }

  /// What is told of the daemon itself.
  private static func warning(_ notification: ClientMachine.Notification) -> String? {
    if let lagged: EventsLagged = notification.read() {
      let range = "\(lagged.from) to \(lagged.to)"
      return "decisions \(range) were dropped: this program was too slow"
    }
    switch notification.known {
    case .mediaServicesWereLost: return "the daemon is going down"
    case .mediaServicesWereReset: return "the daemon has restarted"
    default: return nil
    }
  }
}
