import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import ControlCore

extension Verb {
  static let policyTest = Verb(
    name: "policy test",
    options: [
      Option(
        name: "session",
        value: .text("ID"),
        meaning: "The session that acts; by default a new one."
      )
    ] + SessionOptions.all + [
      Option(name: "as-user", value: .text("USER"), meaning: "Its user, with that user's groups."),
      Option(name: "as-unit", value: .text("UNIT"), meaning: "The system unit that it runs in."),
      Option(
        name: "as-user-unit",
        value: .text("UNIT"),
        meaning: "The user unit that it runs in."
      ),
      Option(name: "deactivate", meaning: "Deactivate it, instead of activating it."),
      Option(name: "notify", meaning: "Notify other sessions of the deactivation."),
      Option(name: "config", value: .text("FILE"), meaning: "Decide by this file alone."),
      Option(name: "profile", value: .text("NAME"), meaning: "Decide by this profile alone."),
    ],
    summary: "Show what an activation or deactivation would do, without doing it.",
    details: """
      The session is an existing one, or a new one in a process of its own with the grants of this
      program; options that aren't given have the defaults of a session that was just opened.
      --as-user, --as-unit and --as-user-unit require the grant admin, and so do --config, which
      reads a configuration file that isn't in force, and --profile, which reads an installed
      profile; they show what that would change, and --json then prints both replies, inForce and
      byConfiguration. If a new session is refused because it lacks a grant, it is also shown what
      would happen with the grant. Exit status 0 if the request would be granted, 2 if it would be
      refused.

      With --config or --profile, but without a session, the everyday situations of Situations.md
      are shown in which the policies named go different ways; a single one is compared with the
      policy in force.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let candidates = try Candidate.all(in: invocation)
      if !candidates.isEmpty, !SimulationRequest.isDescribed(in: invocation) {
        return try SituationTable.compare(candidates, &daemon, &output)
      }
      guard candidates.count <= 1 else {
        throw .usage("--config, --profile: expected one of them beside a session")
      }
      let candidate = candidates.first
      let request = try SimulationRequest(invocation, &daemon)
      let inForce = try daemon.call(.policySimulate, request.parameters, as: SimulationResult.self)
      let byCandidate = try candidate.map { candidate throws(Failure) in
        try daemon.call(
          .policySimulate,
          request.parameters(by: candidate),
          as: SimulationResult.self
        )
      }
      if invocation.has("json") {
        let both = byCandidate.map { candidate in
          ["inForce": inForce.json, "byConfiguration": candidate.json] as JSONValue
        }
        output.print(both ?? inForce.json)
      } else {
        let granted = candidate == nil ? request.withGrants(inForce, &daemon) : nil
        let sessions = try daemon.call(.sessionList, as: SessionListResult.self).value.sessions
          .sessions
        func lines(_ reply: Sent<SimulationResult>) -> [String] {
          SimulationReport(request.session, request.action, reply, sessions)
            .lines(output.presentation)
        }
        let usual = lines(inForce)
        let others = byCandidate.map(lines)
        output.print(candidate?.lines(others ?? [], usual, output.presentation) ?? usual)
        if let granted {
          output.print([output.presentation.colour.paint("With the grant:", .heading)])
          output.print(lines(granted).map { "  \($0)" })
        }
      }
      guard (byCandidate ?? inForce).value.reply.result != nil else {
        try output.flush()
        throw .wouldBeRefused
      }
    }
  )
}

extension Candidate {
  /// The files and profiles of a command line, in the order of their kinds.
  fileprivate static func all(in invocation: Invocation) throws(Failure) -> [Candidate] {
    let files = try invocation.values("config").map { path throws(Failure) in
      try Candidate(path)
    }
    let profiles = try invocation.values("profile").map { name throws(Failure) in
      try Candidate(profile: name)
    }
    return files + profiles
  }
}

extension SimulationRequest {
  /// The reply if only a grant is missing; nil otherwise, or if the daemon can't imagine that.
  fileprivate func withGrants(
    _ reply: Sent<SimulationResult>,
    _ daemon: inout Daemon
  ) -> Sent<SimulationResult>? {
    guard reply.value.reply.error?.name == ArbitrationError.missingEntitlement.rawValue else {
      return nil
    }
    return try? daemon.call(.policySimulate, parametersWithGrants, as: SimulationResult.self)
  }
}
