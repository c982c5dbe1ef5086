import AudioSessionTypes
import AudioSessionWire

extension Verb {
  static let policyTest = Verb(
    name: "policy test",
    options: [
      Option(
        name: "session",
        value: .text("ID"),
        meaning: "The session that acts; without it, a new one does."
      ),
      Option(
        name: "category",
        value: .word(of: Category.self),
        meaning: "The category of a new one."
      ),
      Option(name: "mode", value: .word(of: Mode.self), meaning: "Its mode."),
      Option(name: "option", value: .word(optionNames), meaning: "One of its options; repeatable."),
      Option(name: "priority", value: .word(of: Priority.self), meaning: "Its priority."),
      Option(
        name: "alert-style",
        value: .word(of: AlertStyle.self),
        meaning: "How it shows itself, if it is a ringtone."
      ),
      Option(
        name: "preference",
        value: .word(preferenceNames),
        meaning: "A preference that it has; repeatable."
      ),
      Option(
        name: "no-preference",
        value: .word(preferenceNames),
        meaning: "A preference that it hasn't; repeatable."
      ),
      Option(name: "role", value: .text("NAME"), meaning: "Its role (R66)."),
      Option(name: "zone", value: .text("NAME"), meaning: "Its zone (R63)."),
      Option(name: "no-zone", meaning: "It is in no zone, whatever the policy says."),
      Option(name: "application", value: .text("NAME"), meaning: "Its application (R52)."),
      Option(name: "as-user", value: .text("USER"), meaning: "Its user, in that user's groups."),
      Option(name: "as-unit", value: .text("UNIT"), meaning: "The system's unit that it runs in."),
      Option(
        name: "as-user-unit",
        value: .text("UNIT"),
        meaning: "The user's unit that it runs in."
      ),
      Option(name: "deactivate", meaning: "It deactivates; otherwise it activates."),
      Option(name: "notify", meaning: "It notifies others of its deactivation."),
      Option(name: "config", value: .text("FILE"), meaning: "Decide by this file and no other."),
    ],
    summary: "Say what an activation or deactivation would lead to, and change nothing.",
    details: """
      Either of a session that there is, or of a new one in a process of its own, with the grants
      of this program. What is not said of a new one is as in a session just opened. To ask for
      another user or unit takes the grant admin, and so does --config: it reads a configuration
      file that isn't in force, and says what it would change; --json has both answers then,
      inForce and byConfiguration.
      Exit status 0 if it would be granted, 2 if it would be refused.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let candidate = try invocation.value("config").map(Candidate.init)
      let request = try SimulationRequest(invocation, &daemon)
      let inForce = try daemon.call(.policySimulate, request.parameters)
      let byCandidate = try candidate.map { candidate throws(Failure) in
        try daemon.call(.policySimulate, request.parameters(by: candidate))
      }
      if invocation.has("json") {
        let both = byCandidate.map { ["inForce": inForce, "byConfiguration": $0] as JSONValue }
        output.print(both ?? inForce)
      } else {
        let sessions = try daemon.call(.sessionList)["sessions"]?.array ?? []
        func lines(_ reply: JSONValue) -> [String] {
          SimulationReport(request.parameters, reply, sessions).lines(output.presentation)
        }
        let usual = lines(inForce)
        let others = byCandidate.map(lines)
        output.print(candidate?.lines(others ?? [], usual, output.presentation) ?? usual)
      }
      guard (byCandidate ?? inForce)["reply"]?["error"] == nil else {
        try output.flush()
        throw .wouldBeRefused
      }
    }
  )

  private static let optionNames = (CategoryOptions.named + CategoryOptions.aliases).map(\.name)
  private static let preferenceNames = Preferences.named.map(\.name)
}

extension Verb.Value {
  fileprivate static func word<Word: RawRepresentable<String> & CaseIterable>(
    of type: Word.Type
  ) -> Verb.Value {
    .word(type.allCases.map(\.rawValue))
  }
}
