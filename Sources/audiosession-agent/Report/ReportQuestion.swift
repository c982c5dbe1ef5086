/// A question to the running agent, one line.
enum ReportQuestion: Equatable {
  /// Asks for the report about all streams.
  case report
  /// Sets the silent switch, or asks for its state (R62).
  case silentSwitch(Options.SilentSwitch)

  /// Reads a line; nil if it is no question.
  init?(line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("report", 1): self = .report
    case ("silent", 2):
      guard let wanted = Options.SilentSwitch(rawValue: words[1]) else { return nil }
      self = .silentSwitch(wanted)
    default: return nil
    }
  }

  /// The line that asks it.
  var line: String {
    switch self {
    case .report: "report"
    case .silentSwitch(let wanted): "silent \(wanted.rawValue)"
    }
  }
}
