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
      streams is found by its name or its process, and so are the sessions of a process.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let subject = try Subject(invocation.arguments[0], &daemon)
      let explanations = try daemon.explanations(of: subject.sessions)
      if invocation.has("json") { return output.print(subject.json(explanations)) }
      for explanation in explanations {
        let number = explanation["session"] ?? .null
        let session = try daemon.call(.sessionGet, ["session": number])
        output.print(ExplainReport.lines(explanation, of: session, output.presentation))
      }
      output.print(StreamLines.explanation(of: subject.streams, output.presentation))
    }
  )
}

/// What `explain` is asked about: a session and its streams, or a program.
private struct Subject {
  /// Each has its number in `session`.
  let sessions: [JSONValue]
  let streams: [JSONValue]
  /// Whether a session was named, rather than a program.
  let isSession: Bool

  /// Finds what the word names: a session, else a program that has streams, else a process.
  init(_ word: String, _ daemon: inout Daemon) throws(Failure) {
    let agent = AgentView.ofDaemon(at: daemon.path)
    let failure: Failure
    do throws(Failure) {
      let number = try daemon.session(named: word)
      // Whether there is one of that number.
      _ = try daemon.call(.policyExplain, ["session": number])
      sessions = [["session": number]]
      streams = number.integer.flatMap { agent?.streams(ofSession: $0) } ?? []
      isSession = true
      return
    } catch {
      guard error.isNoSession else { throw error }
      failure = error
    }
    isSession = false
    streams = agent?.streams(named: word) ?? []
    var numbers = Set(streams.compactMap(\.sessionNumber))
    if let process = Int64(word) {
      let all = try daemon.call(.sessionList)["sessions"]?.array ?? []
      numbers.formUnion(all.filter { $0["pid"]?.integer == process }.compactMap(\.sessionNumber))
    }
    sessions = numbers.sorted().map { ["session": .number("\($0)")] }
    if streams.isEmpty && sessions.isEmpty { throw failure }
  }

  /// The explanation as the daemon gave it, with the streams; of a program, those of its sessions.
  func json(_ explanations: [JSONValue]) -> JSONValue {
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
