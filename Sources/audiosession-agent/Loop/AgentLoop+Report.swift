import AgentAnswers
import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Enforcement

/// The agent's answers to questions about itself.
extension AgentLoop {
  /// Starts to listen for questions; nil if it can't.
  func listen() -> QuestionListener? {
    guard let path = AgentSocket.path() else { return nil }
    do {
      // The loop holds the listener: it is there as long as anybody asks.
      return try QuestionListener(at: path) { [unowned(unsafe) self] line in
        .line(ReportQuestion.answer(line) { answer($0) })
      }
    } catch {
      // Enforcement works without it; only questions aren't answered.
      Commands.complain("this agent can't be queried: \(error)")
      return nil
    }
  }

  private func answer(_ question: ReportQuestion) -> JSONValue {
    switch question {
    case .report: return report.json
    case .reload:
      reload()
      return ["reloaded": true]
    case .keepPaused: return PausedPlayers(names: keepPaused()).json
    case .silentSwitch(let wanted): return SilentSwitchState(isSilenced: turn(wanted)).json
    }
  }

  private var report: AgentReport {
    AgentReport(
      daemon: contact(link.place, link.isConnected, link.trouble),
      grants: link.isConnected ? Array(link.facts.grants) : [],
      pipeWire: contact(nil, graph.connection != nil, graph.problem),
      sessionBus: contact(nil, players.isConnected, players.complaint),
      systemBus: contact(nil, login.isConnected, login.complaint),
      isSilenced: machine.isSilenced,
      neighbours: graph.neighbours,
      configuration: configuration,
      streams: enforcer.report
    )
  }

  private func contact(
    _ place: String?,
    _ isConnected: Bool,
    _ because: String?
  ) -> AgentReport.Contact {
    AgentReport.Contact(
      place: place,
      isConnected: isConnected,
      because: isConnected ? nil : because
    )
  }
}
