import AudioSessionJSON

/// A question to the running agent, one line.
enum ReportQuestion: Equatable {
  /// Asks for the report about all streams.
  case report
  /// Sets the silent switch, or asks for its state (R62).
  case silentSwitch(Options.SilentSwitchCommand)
  /// Lets the players that are paused stay so, and asks for their names.
  case keepPaused
  /// Has the configuration read again, as SIGHUP does.
  case reload

  /// Reads a line; nil if it is no question.
  init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("report", 1): self = .report
    case ("keep-paused", 1): self = .keepPaused
    case ("reload", 1): self = .reload
    case ("silent", 2):
      guard let wanted = Options.SilentSwitchCommand(rawValue: words[1]) else { return nil }
      self = .silentSwitch(wanted)
    default: return nil
    }
  }

  /// The line that asks it.
  var line: String {
    switch self {
    case .report: "report"
    case .keepPaused: "keep-paused"
    case .reload: "reload"
    case .silentSwitch(let wanted): "silent \(wanted.rawValue)"
    }
  }

  /// Answers a line from the agent's socket.
  ///
  /// - Parameters:
  ///   - line: The line, without its end.
  ///   - answer: Answers it, if it is a question.
  /// - Returns: The line to answer with.
  static func answer(_ line: String, _ answer: (ReportQuestion) -> JSONValue) -> String {
    guard let question = ReportQuestion(line: line) else {
      let expected = "expected report, keep-paused, reload, or silent on, off, toggle or status"
      return JSONValue.object([.init("error", .string(expected))]).text
    }
    return answer(question).text
  }
}
