import AudioSessionClient
import AudioSessionWire

extension Verb {
  static let doctor = Verb(
    name: "doctor",
    summary: "Look for what keeps the daemon from being reached, and say what mends it.",
    details: """
      Configuration, socket, daemon, units, and what the daemon takes you for: a line each, a cause
      before what comes of it, and under each the commands that mend what is wrong. The files are
      read as the daemon would. Last comes your audiosession-agent, where it is installed: whether it
      runs, what it is connected to, and what is wrong in its rules. Exit status 1 if there is a
      fault; a note is none.
      """,
    action: .local { invocation, output throws(Failure) in
      let seconds = invocation.value("timeout").flatMap { Double($0) } ?? 10
      let variable =
        invocation.choosesInstance ? nil : SocketPath.environment("AUDIOSESSION_SOCKET")
      let chosen = invocation.value("socket") ?? variable
      let examination = Examination(
        paths: try invocation.socketPaths(),
        isChosen: chosen.map { !$0.isEmpty } ?? false,
        timeout: .seconds(seconds)
      )
      try Doctor.tell(examination.findings, asJSON: invocation.has("json"), &output)
    }
  )
}

/// What `doctor` prints, for people and for programs.
enum Doctor {
  /// Prints the findings; a fault among them is the command's failure.
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
