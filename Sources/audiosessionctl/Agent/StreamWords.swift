import AgentAnswers
import AudioSessionWire
import ControlCore

/// A stream of the agent's report in words.
extension StreamReport {
  /// The stream in a sentence: `mpv[812] "a song" (stream 61)`.
  var label: String {
    let media = mediaName.isEmpty ? "" : " \"\(mediaName.printable)\""
    return "\(application.printable)\(process)\(media) (stream \(stream))"
  }

  /// The stream's process; with a question mark if only the program itself says so.
  var process: String { pid.map { "[\($0)\(isClaimed ? "?" : "")]" } ?? "" }

  /// The device that the stream plays to or captures from.
  var way: String { "\(direction == .input ? "from" : "to") \(device?.printable ?? "nothing")" }

  /// What is done to the stream: `lowered to -14 dB`, `paused`.
  var treatment: String {
    switch standing {
    case .free: state == .running ? "free" : "idle"
    case .waiting: "waiting for the daemon"
    case .ducked: "lowered \(gainText(gain))"
    case .overridden: "overridden by the user"
    case .paused, .silenced: standing.rawValue
    }
  }

  var style: Colour.Style? {
    switch standing {
    case .free: state == .running ? .good : nil
    case .paused, .silenced: .bad
    case .waiting, .ducked, .overridden: .warning
    }
  }

  /// The reason for the stream's state, with the place of its rule.
  var reason: String {
    "\(because.printable)\(rulePlace.map { " (\($0.printable))" } ?? "")."
  }
}
