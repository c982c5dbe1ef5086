import AgentAnswers
import AudioSessionWire
import Glibc

/// The agent's report as `--explain-rules` prints it for people.
enum RuleExplanation {
  static func lines(_ report: AgentReport) -> [String] {
    let troubles = (report.rules.faults + report.rules.warnings).map { "\($0.printable)." }
    let contacts = [("PipeWire", report.pipeWire), ("the daemon", report.daemon)]
    let missing = contacts.filter { !$1.isConnected }.map { name, contact in
      "It isn't connected to \(name)\(contact.because.map { ": \($0.printable)" } ?? "")."
    }
    let heading = troubles + missing
    let ending = ungoverned(report.neighbours.jackClients.map { $0.printable })
    if report.streams.isEmpty { return heading + ["There are no streams."] + ending }
    return heading + report.streams.flatMap(stream) + ending
  }

  private static func ungoverned(_ clients: [String]) -> [String] {
    if clients.isEmpty { return [] }
    let count = "\(clients.count) JACK client\(clients.count == 1 ? "" : "s")"
    return ["Without streams, and so not governed: \(count): \(clients.joined(separator: ", "))."]
  }

  /// A line that identifies the stream, and one that explains its state.
  private static func stream(_ stream: StreamReport) -> [String] {
    let place = stream.rulePlace.map { " (\($0.printable))" } ?? ""
    let session = stream.session.map { "session \($0), " } ?? ""
    let because = stream.because.printable
    return [label(stream), "    \(session)\(standing(stream)): \(because)\(place)."]
  }

  /// `61 mpv[812] "a song" to alsa_output.usb, running`.
  private static func label(_ stream: StreamReport) -> String {
    let claim = stream.isClaimed ? "?" : ""
    let process = stream.pid.map { "[\($0)\(claim)]" } ?? ""
    let way = stream.direction == .input ? "from" : "to"
    let device = stream.device.map { " \(way) \($0.printable)" } ?? ""
    let quoted = stream.mediaName.isEmpty ? "" : " \"\(stream.mediaName.printable)\""
    let name = stream.application.printable
    return "\(stream.stream) \(name)\(process)\(quoted)\(device), \(stream.state.rawValue)"
  }

  private static func standing(_ stream: StreamReport) -> String {
    let standing = stream.standing.rawValue
    guard stream.standing == .ducked, stream.gain > 0 else { return standing }
    return "\(standing) to \(Int((20 * log10(stream.gain)).rounded())) dB"
  }
}
