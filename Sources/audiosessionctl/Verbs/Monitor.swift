import AudioSessionClient
import AudioSessionWire

extension Verb {
  static let monitor = Verb(
    name: "monitor",
    options: [
      Option(
        name: "count",
        value: .number("N", 1...JSONDocument.largestInteger),
        meaning: "Exit after N decisions."
      )
    ],
    summary: "Print decisions as they are made.",
    details: """
      In the format of `log`, until the daemon ends or the program is stopped. With --json each
      line is a message from the daemon: server.decision, or events.lagged if decisions were
      dropped because this program was too slow.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let count = invocation.number("count")
      let start = try daemon.call(.eventsSubscribe, ["scope": "all"])
      var monitor = MonitorReport(start, isJSON: invocation.has("json"))
      if !invocation.has("json"), output.presentation.hasLegend { output.print(monitor.heading) }
      try output.flush()
      while count.map({ monitor.decisions < $0 }) ?? true {
        let notification = try daemon.next()
        monitor.print(notification, to: &output, at: Clock.system.now)
        try output.flush()
        guard notification.method == NotificationMethod.mediaServicesWereReset.rawValue else {
          continue
        }
        // The connection survived the daemon's restart, the subscription didn't.
        monitor.restart(try daemon.call(.eventsSubscribe, ["scope": "all"]))
      }
    }
  )
}

/// The output of `monitor`, message by message.
struct MonitorReport {
  /// The number of decisions printed.
  private(set) var decisions: Int64 = 0
  let heading: String
  private var history = History()
  private let isJSON: Bool

  /// Begins with the reply to the subscription.
  init(_ start: JSONValue, isJSON: Bool) {
    let sessions = start["sessions"]?.array ?? []
    let number = start["seq"]?.text ?? "?"
    heading = "\(counted(Int64(sessions.count), "session")) as of decision \(number); watching."
    history.replace(by: sessions)
    self.isJSON = isJSON
  }

  /// Continues with the reply to a new subscription.
  mutating func restart(_ start: JSONValue) {
    history.replace(by: start["sessions"]?.array ?? [])
  }

  /// Prints a message if it is one to be shown.
  mutating func print(
    _ notification: ClientMachine.Notification,
    to output: inout Output,
    at moment: Int64
  ) {
    let isDecision = notification.method == NotificationMethod.serverDecision.rawValue
    if isDecision { decisions += 1 }
    if isJSON { return output.printLine(notification.message) }
    output.print(lines(notification, output.presentation, at: moment))
  }

  private mutating func lines(
    _ notification: ClientMachine.Notification,
    _ presentation: Presentation,
    at moment: Int64
  ) -> [String] {
    let params = notification.params
    switch NotificationMethod(rawValue: notification.method) {
    case .serverDecision: return DecisionReport(params, at: moment).lines(&history, presentation)
    case .eventsLagged:
      history.replace(by: params["sessions"]?.array ?? [])
      let range = "\(params["from"]?.text ?? "?") to \(params["to"]?.text ?? "?")"
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
