import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import ControlCore

extension Verb {
  static let status = Verb(
    name: "status",
    summary: "Show the daemon and its sessions, and why each is as it is.",
    details: """
      The daemon comes first, then each session that isn't simply inactive, with the reason for its
      state: which session lowers or blocks it, by which rule, and since when. If there are zones,
      sessions are grouped by zone; those without one, which interact with all, come last, along
      with other users' sessions, whose zones aren't shown. If your audiosession-agent is running,
      the streams of your programs follow, with the reason for each that is lowered or paused; and
      if this machine is one of a house, what the others are told and what they say.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let status = try daemon.call(.serverStatus, as: StatusResult.self)
      let list = try daemon.call(.sessionList, as: SessionListResult.self)
      let sessions = list.value.sessions.sessions
      let explanations = try daemon.explanations(of: sessions.map { $0.session })
      let agent = AgentView.ofDaemon(at: daemon.path)
      let house = HouseView.ofDaemon(at: daemon.path)
      if invocation.has("json") {
        let whole: [JSONValue.Member] = [
          .init("status", status.json), .init("sessions", .array(list.each.map { $0.json })),
          .init("explanations", .array(explanations.map { $0.json })),
        ]
        let others =
          (agent.map { [JSONValue.Member("agent", $0.report.json)] } ?? [])
          + (house.map { [.init("house", $0.report.json)] } ?? [])
        return output.print(.object(whole + others))
      }
      let report = StatusReport(
        path: daemon.path,
        status: status.value,
        sessions: sessions,
        explanations: explanations.map { $0.value },
        isOwnMissed: OwnInstance.isMissed(at: daemon.path)
      )
      output.print(report.lines(output.presentation))
      if let agent { output.print([""] + StreamLines.table(agent, output.presentation)) }
      if let house { output.print([""] + house.lines) }
    }
  )
}

/// The text that `status` prints.
struct StatusReport {
  private let path: String
  private let status: StatusResult
  private let sessions: [SessionObject]
  private let explanations: [UInt64: ExplanationResult]
  /// True if the user's own instance is enabled, but isn't running.
  private let isOwnMissed: Bool

  /// Combines the daemon's status, all sessions and their explanations.
  init(
    path: String,
    status: StatusResult,
    sessions: [SessionObject],
    explanations: [ExplanationResult],
    isOwnMissed: Bool = false
  ) {
    self.path = path
    self.isOwnMissed = isOwnMissed
    self.status = status
    self.sessions = sessions
    self.explanations = explanations.reduce(into: [:]) { $0[$1.session] = $1 }
  }

  func lines(_ presentation: Presentation) -> [String] {
    let heading =
      [
        presentation.colour.paint("audiosessiond \(status.version.printable)", .heading)
          + " at \(path.printable), up \(uptime)",
        "  " + presentation.colour.paint(numbers, .faint),
        "  " + counts,
      ] + pending + troubles
    let noteworthy = sessions.filter(isNoteworthy)
    if sessions.isEmpty { return heading }
    if noteworthy.isEmpty { return heading + ["", "All sessions are inactive."] }
    return heading + [""] + table(noteworthy, presentation) + others(than: noteworthy.count)
  }

  private var uptime: String { Clock.text(ofSeconds: status.uptimeSeconds) }

  private var numbers: String {
    let parts = [
      "epoch \(status.epoch.text)", "decision \(status.seq)",
      counted(Int64(status.counts.connections), "connection"),
      counted(Int64(status.enforcers), "enforcer"),
    ]
    return parts.joined(separator: ", ")
  }

  private var pending: [String] {
    let number = status.counts.sessions.pending
    if number == 0 { return [] }
    return ["  \(counted(Int64(number), "refused session")) waiting to be invited to resume (R34)."]
  }

  private var troubles: [String] {
    var lines: [String] = []
    if let first = status.configurationFaults.first {
      lines.append("  Configuration fault: \(first.printable).")
    }
    if isOwnMissed {
      lines.append("  This is the system-wide instance: yours is enabled, but isn't up.")
    }
    return lines.isEmpty ? [] : lines + ["  `audiosessionctl doctor` shows what to do."]
  }

  private var counts: String {
    let counts = status.counts.sessions
    if counts.sessions == 0 { return "No session is open." }
    var parts = ["\(counts.active) active"]
    if counts.ducked > 0 { parts[0] += " (\(counts.ducked) lowered)" }
    parts.append("\(counts.interrupted) interrupted")
    parts.append("\(counts.sessions - counts.active - counts.interrupted) inactive")
    let sum = "\(counted(Int64(counts.sessions), "session")): \(parts.joined(separator: ", "))."
    return counts.leases == 0 ? sum : "\(sum) \(counted(Int64(counts.leases), "lease"))."
  }

  private func isNoteworthy(_ session: SessionObject) -> Bool {
    session.state != .inactive || explanations[session.session]?.because.isEmpty == false
  }

  private func table(_ shown: [SessionObject], _ presentation: Presentation) -> [String] {
    var table = Table()
    table.rightAligned = [0]
    let zones = Set(shown.compactMap { $0.zoneName }).sorted()
    for zone in zones {
      table.begin(.init("Zone \(zone)", .heading))
      append(shown.filter { $0.zoneName == zone }, to: &table, presentation)
    }
    let others = shown.filter { $0.zoneName == nil }
    if !zones.isEmpty && !others.isEmpty {
      let isAllTold = !others.contains(where: { $0.isOfAnother })
      table.begin(.init(isAllTold ? "No zone" : "No zone, or one that isn't shown", .heading))
    }
    append(others, to: &table, presentation)
    return table.lines(presentation.colour, columns: presentation.columns)
  }

  private func append(
    _ shown: [SessionObject],
    to table: inout Table,
    _ presentation: Presentation
  ) {
    for session in shown {
      let use = [session.useText] + priority(of: session) + session.applicationText
      let cells = [
        Table.Cell("\(session.session)"),
        Table.Cell(session.sessionName ?? "-", .heading),
        Table.Cell(session.ownerText),
        Table.Cell((use + session.leaseText).joined(separator: ", ")),
        Table.Cell(session.conditions.joined(separator: ", "), session.stateStyle),
      ]
      let causes = explanations[session.session]?.explanationLines(presentation.clock) ?? []
      table.append(cells, notes: (causes + silentDucking(session)).map { Table.Cell($0) })
    }
  }

  private func priority(of session: SessionObject) -> [String] {
    session.priority == .normal ? [] : [session.priority.rawValue]
  }

  /// R21: a session that lowers others continues to do so while it is silent; that is worth showing.
  private func silentDucking(_ session: SessionObject) -> [String] {
    guard session.state == .active, !session.playing, !session.recording else { return [] }
    let lowered = sessions.filter { $0.duckedBy.contains(session.session) }
    if lowered.isEmpty { return [] }
    let names = lowered.map { $0.sessionLabel }.joined(separator: ", ")
    return ["It lowers \(names) while playing nothing itself (R21)."]
  }

  private func others(than shown: Int) -> [String] {
    let count = sessions.count - shown
    if count == 0 { return [] }
    return ["", count == 1 ? "One more is inactive." : "\(count) more are inactive."]
  }
}
