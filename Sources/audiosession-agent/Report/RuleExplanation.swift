import AudioSessionWire
import Glibc

/// The agent's report as `--explain-rules` prints it for people.
enum RuleExplanation {
  static func lines(_ report: JSONValue) -> [String] {
    let streams = report["streams"]?.array ?? []
    let rules = report["rules"] ?? [:]
    let troubles = (words(rules["faults"]) + words(rules["warnings"])).map { "\($0)." }
    let contacts = [("PipeWire", "pipeWire"), ("the daemon", "daemon")].flatMap { name, member in
      let contact = report[member] ?? [:]
      if contact["connected"]?.bool == true { return [String]() }
      let because = contact["because"]?.string.map { ": \($0.printable)" } ?? ""
      return ["It isn't connected to \(name)\(because)."]
    }
    let heading = troubles + contacts
    let ending = ungoverned(words(report["neighbours"]?["jackClients"]))
    if streams.isEmpty { return heading + ["There are no streams."] + ending }
    return heading + streams.flatMap(stream) + ending
  }

  private static func ungoverned(_ clients: [String]) -> [String] {
    if clients.isEmpty { return [] }
    let count = "\(clients.count) JACK client\(clients.count == 1 ? "" : "s")"
    return ["Without streams, and so not governed: \(count): \(clients.joined(separator: ", "))."]
  }

  /// A line that identifies the stream, and one that explains its state.
  private static func stream(_ stream: JSONValue) -> [String] {
    let because = stream["because"]?.string?.printable ?? ""
    let place = stream["rulePlace"]?.string.map { " (\($0.printable))" } ?? ""
    let session = stream["session"]?.integer.map { "session \($0), " } ?? ""
    return [label(stream), "    \(session)\(standing(stream)): \(because)\(place)."]
  }

  /// `61 mpv[812] "a song" to alsa_output.usb, running`.
  private static func label(_ stream: JSONValue) -> String {
    let name = stream["application"]?.string?.printable ?? "?"
    let claim = stream["claimed"]?.bool == true ? "?" : ""
    let process = stream["pid"]?.integer.map { "[\($0)\(claim)]" } ?? ""
    let media = stream["mediaName"]?.string?.printable ?? ""
    let way = stream["direction"]?.string == "input" ? "from" : "to"
    let device = stream["device"]?.string.map { " \(way) \($0.printable)" } ?? ""
    let state = stream["state"]?.string?.printable ?? "?"
    let quoted = media.isEmpty ? "" : " \"\(media)\""
    return "\(stream["stream"]?.text ?? "?") \(name)\(process)\(quoted)\(device), \(state)"
  }

  private static func standing(_ stream: JSONValue) -> String {
    let standing = stream["standing"]?.string?.printable ?? "?"
    guard standing == "ducked", let gain = stream["gain"]?.double, gain > 0 else {
      return standing
    }
    return "\(standing) to \(Int((20 * log10(gain)).rounded())) dB"
  }

  private static func words(_ list: JSONValue?) -> [String] {
    (list?.array ?? []).compactMap { $0.string?.printable }
  }
}
