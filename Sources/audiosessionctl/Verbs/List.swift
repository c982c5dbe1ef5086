import AudioSessionWire

extension Verb {
  static let list = Verb(
    name: "list",
    summary: "List all open sessions.",
    details: """
      One line a session. OWNER is the kernel's word, not the client's: the unit, else the program
      and its process. What belongs to another user is only shown to who may observe.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let reply = try daemon.call(.sessionList)
      if invocation.has("json") { return output.print(reply) }
      output.print(ListReport.lines(reply, output.presentation))
    }
  )
}

/// What `list` prints for people.
enum ListReport {
  static func lines(_ reply: JSONValue, _ presentation: Presentation) -> [String] {
    let sessions = reply["sessions"]?.array ?? []
    guard presentation.hasLegend else { return table(sessions, heading: false, presentation) }
    if sessions.isEmpty { return ["No session is open."] }
    return table(sessions, heading: true, presentation)
      + ["", "\(counted(Int64(sessions.count), "session"))."]
  }

  private static func table(
    _ sessions: [JSONValue],
    heading: Bool,
    _ presentation: Presentation
  ) -> [String] {
    var table = Table()
    table.rightAligned = [0]
    if heading {
      let names = ["ID", "NAME", "OWNER", "USER", "PRIORITY", "USE", "STATE"]
      table.append(names.map { Table.Cell($0, .heading) })
    }
    for session in sessions { table.append(cells(session, presentation.accounts)) }
    return table.lines(presentation.colour, columns: presentation.columns)
  }

  private static func cells(_ session: JSONValue, _ accounts: AccountNames) -> [Table.Cell] {
    [
      Table.Cell(session["session"]?.text ?? "?"),
      Table.Cell(session.sessionName ?? "-"),
      Table.Cell(session.ownerText),
      Table.Cell(session["uid"]?.integer.map(accounts.user) ?? "-"),
      Table.Cell(session.text(of: "priority") ?? "?"),
      Table.Cell(session.useText),
      Table.Cell(session.conditions.joined(separator: ", "), session.stateStyle),
    ]
  }
}
