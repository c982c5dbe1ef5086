import AgentAnswers
import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import ControlCore

/// The report of the user's `audiosession-agent` about itself and its streams.
struct AgentView: Equatable, Sendable {
  let report: Sent<AgentReport>

  /// Reads a report; nil if this isn't one.
  init?(_ json: JSONValue) {
    guard let report = Sent<AgentReport>(json) else { return nil }
    self.report = report
  }

  /// The time limit for the report, which mustn't delay that of the daemon.
  static let patience = Duration.seconds(1)

  /// Asks the agent; nil if there is none, or it serves another daemon than that at `path`.
  static func ofDaemon(at path: String) -> AgentView? {
    guard let socket = AgentSocket.path(),
      let json = try? AgentSocket.ask("report", at: socket, by: TimeLimit(patience)),
      let view = AgentView(json)
    else { return nil }
    return view.report.value.daemon.place == path ? view : nil
  }

  private var streams: [Sent<StreamReport>] { report.json.sent(in: "streams") }

  func streams(ofSession number: UInt64) -> [Sent<StreamReport>] {
    streams.filter { $0.value.session == number }
  }

  /// The streams of a program, by its process id or its name, ignoring case.
  func streams(named word: String) -> [Sent<StreamReport>] {
    let name = word.lowercased()
    return streams.filter { stream in
      stream.value.pid.map { "\($0)" == word } ?? false
        || stream.value.application.lowercased() == name
    }
  }

  /// The reasons why it can't enforce anything, a sentence each.
  var troubles: [String] {
    [("PipeWire", report.value.pipeWire), ("the daemon", report.value.daemon)].compactMap {
      name,
      contact in
      contact.lack.map { "The agent isn't connected to \(name)\($0)." }
    }
  }
}

extension AgentReport.Contact {
  /// The reason why the connection is missing, as the end of a sentence; nil if it is there.
  var lack: String? {
    isConnected ? nil : because.map { ": \($0.printable)" } ?? ""
  }
}
