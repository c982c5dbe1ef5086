import AudioSessionClient
import AudioSessionWire

extension Verb {
  static let explain = Verb(
    name: "explain",
    argument: .one("ID"),
    summary: "Say why a session is interrupted, lowered, silenced or refused, and since when.",
    details: """
      First what the session is: its kind is the row and column of the table that decides about it.
      Then a sentence a cause: who does it, by which rule, and since when. A rule such as R28 stands
      in the manual; behind R59 stands the square of the table that `policy show` prints. The
      streams that your audiosession-agent counts as the session's follow. A program that only has
      streams is found by its name or its process.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let agent = AgentView.ofDaemon(at: daemon.path)
      let subject = try Subject(invocation.arguments[0], agent, &daemon)
      if invocation.has("json") { return output.print(subject.json) }
      for explanation in subject.explanations {
        let number = explanation["session"] ?? .null
        let session = try daemon.call(.sessionGet, ["session": number])
        output.print(ExplainReport.lines(explanation, of: session, output.presentation))
      }
      output.print(StreamLines.explanation(of: subject.streams, output.presentation))
    }
  )
}

/// What `explain` is asked about: a session and its streams, or the streams of a program and the
/// sessions that they count as.
private struct Subject {
  let explanations: [JSONValue]
  let streams: [JSONValue]
  /// Whether a session was named, rather than a program.
  let isSession: Bool

  /// Finds what the word names: a session, else a program that has streams.
  init(_ word: String, _ agent: AgentView?, _ daemon: inout Daemon) throws(Failure) {
    do throws(Failure) {
      let number = try daemon.session(named: word)
      explanations = [try daemon.call(.policyExplain, ["session": number])]
      streams = number.integer.flatMap { agent?.streams(ofSession: $0) } ?? []
      isSession = true
    } catch {
      streams = agent?.streams(named: word) ?? []
      guard error.isNoSession, !streams.isEmpty else { throw error }
      let numbers = Set(streams.compactMap(\.sessionNumber)).sorted()
      explanations = try daemon.explanations(of: numbers.map { ["session": .number("\($0)")] })
      isSession = false
    }
  }

  /// The explanation as the daemon gave it, with the streams; of a program, all explanations.
  var json: JSONValue {
    let member = JSONValue.Member("streams", .array(streams))
    guard isSession, let members = explanations.first?.members else {
      return .object([.init("explanations", .array(explanations)), member])
    }
    return .object(streams.isEmpty ? members : members + [member])
  }
}

/// What `explain` prints for people.
enum ExplainReport {
  static func lines(
    _ explanation: JSONValue,
    of session: JSONValue,
    _ presentation: Presentation
  ) -> [String] {
    let state = presentation.colour.paint(
      session.conditions.joined(separator: ", "),
      session.stateStyle
    )
    let words =
      [session.sessionLabel, session.useText] + session.kindText + session.applicationText
      + session.zoneText + session.leaseText
    let heading = "\(words.joined(separator: ", ")): \(state)."
    let causes = explanation.explanationLines(presentation.clock)
    return [heading] + (causes.isEmpty ? ["Nothing holds it back."] : causes)
  }
}

extension Failure {
  /// There is no session of this name or number.
  fileprivate var isNoSession: Bool {
    switch self {
    case .noSession: true
    case .client(.refused(let error), _): error.code == -32002
    default: false
    }
  }
}
