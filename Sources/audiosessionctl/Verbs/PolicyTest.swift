import AudioSessionTypes
import AudioSessionWire

extension Verb {
  static let policyTest = Verb(
    name: "policy test",
    options: [
      Option(name: "session", value: .text("ID"), meaning: "The session that acts; or"),
      Option(name: "category", value: .word(of: Category.self), meaning: "a new one so made:"),
      Option(name: "mode", value: .word(of: Mode.self), meaning: "what its sound is,"),
      Option(name: "option", value: .word(optionNames), meaning: "how it mixes (repeatable),"),
      Option(name: "priority", value: .word(of: Priority.self), meaning: "how much it matters."),
      Option(name: "deactivate", meaning: "It deactivates; otherwise it activates."),
      Option(name: "notify", meaning: "It notifies others of its deactivation."),
    ],
    summary: "Say what an activation or deactivation would lead to, and change nothing.",
    details: """
      Either of a session that there is, or of a new one in a process of its own, with the grants
      of this program. What is not said of a new one is as in a session just opened.
      Exit status 0 if it would be granted, 2 if it would be refused.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let parameters = try SimulationReport.parameters(invocation, &daemon)
      let reply = try daemon.call(.policySimulate, parameters)
      if invocation.has("json") {
        output.print(reply)
      } else {
        let sessions = try daemon.call(.sessionList)["sessions"]?.array ?? []
        let report = SimulationReport(parameters, reply, sessions)
        output.print(report.lines(output.presentation))
      }
      guard reply["reply"]?["error"] == nil else {
        try output.flush()
        throw .wouldBeRefused
      }
    }
  )
}

extension SimulationReport {
  private static let descriptions = ["category", "mode", "option", "priority"]

  /// What is asked: the session that acts, or the description of one, and what it does.
  fileprivate static func parameters(
    _ invocation: Invocation,
    _ daemon: inout Daemon
  ) throws(Failure) -> JSONValue {
    let deactivates = invocation.has("deactivate")
    let notifies = invocation.has("notify")
    if notifies && !deactivates { throw .usage("--notify: expected --deactivate beside it") }
    var subject: JSONValue.Member
    if let name = invocation.value("session") {
      if let option = descriptions.first(where: invocation.has) {
        throw .usage("--\(option): a session that there is has its own; leave out one of the two")
      }
      subject = .init("session", try daemon.session(named: name))
    } else {
      if deactivates {
        throw .usage("--deactivate: expected --session beside it, since a new one isn't active")
      }
      subject = .init("description", try description(invocation))
    }
    return .object([
      subject,
      .init("action", .string(deactivates ? "deactivate" : "activate")),
      .init("notifyOthers", .bool(notifies)),
    ])
  }

  /// The imagined session.
  static func description(_ invocation: Invocation) throws(Failure) -> JSONValue {
    guard descriptions.contains(where: invocation.has) else {
      throw .usage("policy test: expected --session or --category beside it")
    }
    var members = ["category", "mode", "priority"].compactMap { name in
      invocation.value(name).map { JSONValue.Member(name, .string($0)) }
    }
    let options = invocation.values("option")
    if !options.isEmpty { members.append(.init("options", .array(options.map { .string($0) }))) }
    return .object(members)
  }
}

extension Verb {
  fileprivate static let optionNames = (CategoryOptions.named + CategoryOptions.aliases).map(\.name)
}

extension Verb.Value {
  fileprivate static func word<Word: RawRepresentable<String> & CaseIterable>(
    of type: Word.Type
  ) -> Verb.Value {
    .word(type.allCases.map(\.rawValue))
  }
}
