import AudioSessionClient
import AudioSessionWire

/// Asks the agent that runs, for `--explain-rules` and `--silent`.
enum ReportInquiry {
  /// Why there is no answer, a sentence.
  struct Failure: Error { let message: String }

  /// What to print.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - asJSON: Whether the answer is wanted as the agent gave it.
  ///   - path: Where the agent listens; nil: users have no runtime folder.
  /// - Returns: Lines.
  /// - Throws: That no agent answers.
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
    case .report: return RuleExplanation.lines(answer)
    case .silentSwitch: return [answer["silenced"]?.bool == true ? "on" : "off"]
    }
  }
}
