import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire
import ControlCore

extension Verb {
  static let doctor = Verb(
    name: "doctor",
    summary: "Check the installation, and show the commands that fix its faults.",
    details: """
      Checks the configuration, the socket, the daemon, its units, and who you are to the daemon: a
      line each, causes before consequences, with the commands that fix what is wrong. The files
      are read as the daemon reads them. Your audiosession-agent, if installed, comes last: whether
      it is running, its version, its connections, and the faults in its files as they are now. So
      does the bridge to the other machines of a house, if one is running.
      Exit status 1 if there is a fault; notes don't count.
      """,
    action: .local { invocation, output throws(Failure) in
      let variable =
        invocation.choosesInstance ? nil : SocketPath.environment("AUDIOSESSION_SOCKET")
      let chosen = invocation.value("socket") ?? variable
      let examination = Examination(
        paths: try invocation.socketPaths(),
        isChosen: chosen.map { !$0.isEmpty } ?? false,
        timeout: invocation.timeout
      )
      try Doctor.tell(examination.findings, asJSON: invocation.has("json"), &output)
    }
  )
}

/// The output of `doctor`.
enum Doctor {
  /// Prints the findings, and fails if there is a fault among them.
  static func tell(
    _ findings: [Finding],
    asJSON: Bool,
    _ output: inout Output
  ) throws(Failure) {
    if asJSON {
      output.print(json(findings))
    } else {
      output.print(lines(findings, output.presentation))
    }
    try output.flush()
    if findings.contains(where: { $0.state == .fault }) { throw .unwell }
  }

  static func lines(_ findings: [Finding], _ presentation: Presentation) -> [String] {
    var table = Table()
    for finding in findings {
      let cells = [
        Table.Cell(finding.state.rawValue, finding.state.style),
        Table.Cell(finding.subject, .heading),
        Table.Cell(finding.sentence),
      ]
      table.append(cells, notes: finding.commands.map { Table.Cell($0) })
    }
    let lines = table.lines(presentation.colour)
    return presentation.hasLegend ? lines + ["", closing(findings)] : lines
  }

  private static func closing(_ findings: [Finding]) -> String {
    let faults = findings.count { $0.state == .fault }
    let notes = findings.count { $0.state == .note }
    if faults + notes == 0 { return "All is well." }
    return "\(counted(Int64(faults), "fault")), \(counted(Int64(notes), "note"))."
  }

  static func json(_ findings: [Finding]) -> JSONValue {
    let checks = findings.map { finding -> JSONValue in
      [
        "subject": .string(finding.subject), "state": .string(finding.state.rawValue),
        "sentence": .string(finding.sentence),
        "commands": .array(finding.commands.map { .string($0) }),
      ]
    }
    let isHealthy = !findings.contains { $0.state == .fault }
    return ["healthy": .bool(isHealthy), "checks": .array(checks)]
  }
}

extension Finding.State {
  fileprivate var style: Colour.Style {
    switch self {
    case .good: .good
    case .note: .warning
    case .fault: .bad
    }
  }
}
