import AudioSessionWire
import ControlCore

/// A stream of the agent's report in words.
extension JSONValue {
  /// The stream in a sentence: `mpv[812] "a song" (stream 61)`.
  var streamLabel: String {
    let media = text(of: "mediaName").map { $0.isEmpty ? "" : " \"\($0)\"" } ?? ""
    return "\(text(of: "application") ?? "?")\(streamProcess)\(media) (stream \(streamNumber))"
  }

  var streamNumber: String { self["stream"]?.text ?? "?" }

  /// The stream's process; with a question mark if only the program itself says so.
  var streamProcess: String {
    guard let pid = self["pid"]?.integer else { return "" }
    return "[\(pid)\(isTrue("claimed") ? "?" : "")]"
  }

  /// The device that the stream plays to or captures from.
  var streamWay: String {
    let way = self["direction"]?.string == "input" ? "from" : "to"
    return text(of: "device").map { "\(way) \($0)" } ?? "\(way) nothing"
  }

  /// The stream's state: `lowered to -14 dB`, `paused`.
  var streamStanding: String {
    switch self["standing"]?.string {
    case "free": isStreamRunning ? "free" : "idle"
    case "waiting": "waiting for the daemon"
    case "ducked": "lowered \(gainText(self["gain"]?.double ?? 1))"
    case "overridden": "overridden by the user"
    default: text(of: "standing") ?? "?"
    }
  }

  var isStreamFree: Bool { self["standing"]?.string == "free" }

  private var isStreamRunning: Bool { self["state"]?.string == "running" }

  var streamStyle: Colour.Style? {
    switch self["standing"]?.string {
    case "free": isStreamRunning ? .good : nil
    case "paused", "silenced": .bad
    default: .warning
    }
  }

  /// The reason for the stream's state, with the place of its rule.
  var streamReason: String {
    let place = text(of: "rulePlace").map { " (\($0))" } ?? ""
    return "\(text(of: "because") ?? "?")\(place)."
  }
}
