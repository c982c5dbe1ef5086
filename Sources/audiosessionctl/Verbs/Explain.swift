import AgentAnswers
import AudioSessionClient
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionWire
import ControlCore

extension Verb {
  static let explain = Verb(
    name: "explain",
    argument: .one("ID"),
    summary: "Explain why a session is interrupted, lowered, silenced or refused.",
    details: """
      The session itself comes first; its kind is its row and column in the table that
      `policy show` prints. A sentence for each cause follows: which session is responsible, by
      which rule, and since when. `help R28` prints the rule R28, which audiosession-rules(7) has
      too; with R59 comes the cell of the table. Last come the streams that your audiosession-agent
      assigns to the session. If this machine is one of a house, the session itself is followed by
      where else it is heard, and where not. A program that has streams but no session can be given
      by name or process id.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let agent = AgentView.ofDaemon(at: daemon.path)
      let subject = try Subject(invocation.arguments[0], agent, &daemon)
      if invocation.has("json") { return output.print(subject.json) }
      let house = HouseView.ofDaemon(at: daemon.path)
      for explanation in subject.explanations {
        let subject: JSONValue = ["session": explanation.value.session.json]
        let session = try daemon.call(.sessionGet, subject, as: SessionObject.self).value
        output.print(ExplainReport.lines(explanation.value, of: session, output.presentation))
        output.print(house?.lines(ofSession: explanation.value.session) ?? [])
      }
      output.print(
        StreamLines.explanation(of: subject.streams.map { $0.value }, output.presentation)
      )
    }
  )
}

/// The subject of `explain`: a session and its streams, or the streams of a program and their
/// sessions.
private struct Subject {
  let explanations: [Sent<ExplanationResult>]
  let streams: [Sent<StreamReport>]
  /// True if a session was given, false if a program was.
  let isSession: Bool

  /// Finds the session of this name or number, or else the program that has streams.
  init(_ word: String, _ agent: AgentView?, _ daemon: inout Daemon) throws(Failure) {
    do throws(Failure) {
      let number = try daemon.session(named: word)
      let subject: JSONValue = ["session": number.json]
      explanations = [try daemon.call(.policyExplain, subject, as: ExplanationResult.self)]
      streams = agent?.streams(ofSession: number) ?? []
      isSession = true
    } catch {
      streams = agent?.streams(named: word) ?? []
      guard error.isNoSession, !streams.isEmpty else { throw error }
      let numbers = Set(streams.compactMap { $0.value.session }).sorted()
      explanations = try daemon.explanations(of: numbers)
      isSession = false
    }
  }

  /// The daemon's explanation with the streams; for a program, all explanations.
  var json: JSONValue {
    let member = JSONValue.Member("streams", .array(streams.map { $0.json }))
    guard isSession, let members = explanations.first?.json.members else {
      return .object([.init("explanations", .array(explanations.map { $0.json })), member])
    }
    return .object(streams.isEmpty ? members : members + [member])
  }
}
