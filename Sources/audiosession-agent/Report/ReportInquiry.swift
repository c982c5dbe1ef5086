import AgentAnswers
import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire

/// Queries the running agent, for `--explain-rules`, `--silent`, `--keep-paused` and
/// `--leave`.
enum ReportInquiry {
  /// The reason that there is no answer, a sentence.
  struct Failure: Error { let message: String }

  /// Asks the agent, and formats its answer.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - asJSON: Whether to return the answer as the agent gave it.
  ///   - path: The agent's socket; nil if the user has no runtime folder.
  /// - Returns: The lines to print.
  /// - Throws: No agent answers.
  static func lines(
    _ question: ReportQuestion,
    asJSON: Bool,
    at path: String? = AgentSocket.path()
  ) throws(Failure) -> [String] {
    guard let path else {
      throw Failure(message: "XDG_RUNTIME_DIR isn't set; expected it, to find the agent")
    }
    let answer: JSONValue
    do {
      answer = try AgentSocket.ask(question.line, at: path, by: TimeLimit(.seconds(5)))
    } catch {
      let start = "`systemctl --user start audiosession-agent.service` starts one"
      throw Failure(message: "no agent answers at \(path): \(error); \(start)")
    }
    if asJSON { return [answer.text] }
    switch question {
    case .report: return answer.received().map(RuleExplanation.lines) ?? []
    case .keepPaused:
      let names = answer.received(as: PausedPlayers.self)?.names.map { $0.printable } ?? []
      return names.isEmpty ? ["No player is paused by the agent."] : names
    case .reload: return []
    case .silentSwitch:
      let isSilenced = answer.received(as: SilentSwitchState.self)?.isSilenced
      return [isSilenced == true ? "on" : "off"]
    }
  }
}
