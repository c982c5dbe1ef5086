import AudioSessionClient
import AudioSessionWire
import ControlCore

/// The report of the user's `audiosession-agent` about itself and its streams.
struct AgentView: Equatable, Sendable {
  let report: JSONValue

  /// The time limit for the report, which mustn't delay that of the daemon.
  static let patience = Duration.seconds(1)

  /// Asks the agent; nil if there is none, or it serves another daemon than that at `path`.
  static func ofDaemon(at path: String) -> AgentView? {
    guard let socket = AgentSocket.path(),
      let report = try? AgentSocket.ask("report", at: socket, by: TimeLimit(patience))
    else { return nil }
    let view = AgentView(report: report)
    return view.daemonPath == path ? view : nil
  }

  /// The path of the daemon that it is connected to, or looks for.
  var daemonPath: String? { report["daemon"]?["place"]?.string }

  var streams: [JSONValue] { report["streams"]?.array ?? [] }

  func streams(ofSession number: Int64) -> [JSONValue] {
    streams.filter { $0.sessionNumber == number }
  }

  /// The streams of a program, by its process id or its name, ignoring case.
  func streams(named word: String) -> [JSONValue] {
    let name = word.lowercased()
    return streams.filter { stream in
      stream["pid"].map { $0.text == word } ?? false
        || stream["application"]?.string?.lowercased() == name
    }
  }

  /// The reasons why it can't enforce anything, a sentence each.
  var troubles: [String] {
    [("PipeWire", "pipeWire"), ("the daemon", "daemon")].compactMap { name, member in
      let contact = report[member] ?? [:]
      if contact.isTrue("connected") { return nil }
      let because = contact.text(of: "because").map { ": \($0)" } ?? ""
      return "The agent isn't connected to \(name)\(because)."
    }
  }
}
