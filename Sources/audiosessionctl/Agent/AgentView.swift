import AudioSessionClient
import AudioSessionWire

/// What the user's `audiosession-agent` tells of itself and its streams.
struct AgentView: Equatable, Sendable {
  let report: JSONValue

  /// How long it may take: whoever asks for sessions isn't to wait for it.
  static let patience = Duration.seconds(1)

  /// Asks the agent that serves the daemon at `path`; nil if there is none, which takes no time.
  static func ofDaemon(at path: String) -> AgentView? {
    guard let socket = AgentSocket.path(),
      let report = try? AgentSocket.ask("report", at: socket, by: TimeLimit(patience))
    else { return nil }
    let view = AgentView(report: report)
    return view.daemonPath == path ? view : nil
  }

  /// The daemon that it is connected to, or looks for.
  var daemonPath: String? { report["daemon"]?["place"]?.string }

  var streams: [JSONValue] { report["streams"]?.array ?? [] }

  func streams(ofSession number: Int64) -> [JSONValue] {
    streams.filter { $0.sessionNumber == number }
  }

  /// Those of a program, by its process or by its name, in capitals or not.
  func streams(named word: String) -> [JSONValue] {
    let name = word.lowercased()
    return streams.filter { stream in
      stream["pid"].map { $0.text == word } ?? false
        || stream["application"]?.string?.lowercased() == name
    }
  }

  /// What keeps it from carrying anything out, a sentence each.
  var troubles: [String] {
    [("PipeWire", "pipeWire"), ("the daemon", "daemon")].compactMap { name, member in
      let contact = report[member] ?? [:]
      if contact.isTrue("connected") { return nil }
      let because = contact.text(of: "because").map { ": \($0)" } ?? ""
      return "The agent isn't connected to \(name)\(because)."
    }
  }
}
