import AudioSessionWire

extension Verb {
  static let list = Verb(
    name: "list",
    summary: "List all open sessions.",
    details: """
      One line a session. OWNER is the kernel's word, not the client's: the unit, else the program
      and its process. KIND is its row and column of the table that `policy show` prints.
      APPLICATION and ZONE are there if a session has one, PRIORITY if it isn't normal for all.
      What belongs to another user is only shown to who may observe.
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
    let columns = Column.all.filter { column in
      sessions.contains { column.text($0, presentation.accounts) != column.usual }
    }
    if heading { table.append(columns.map { Table.Cell($0.name, .heading) }) }
    for session in sessions {
      let cells = columns.map { column in
        Table.Cell(
          column.text(session, presentation.accounts),
          column.name == "STATE" ? session.stateStyle : nil
        )
      }
      table.append(cells)
    }
    return table.lines(presentation.colour, columns: presentation.columns)
  }

  /// One column of the table.
  private struct Column {
    let name: String
    /// What it says of most sessions; where it says so of all, the column is left out.
    var usual: String?
    let text: (JSONValue, AccountNames) -> String

    static var all: [Column] {
      [
        Column(name: "ID") { session, _ in session["session"]?.text ?? "?" },
        Column(name: "NAME") { session, _ in
          ([session.sessionName ?? "-"] + session.leaseText).joined(separator: ", ")
        },
        Column(name: "OWNER") { session, _ in session.ownerText },
        Column(name: "USER") { session, accounts in
          session["uid"]?.integer.map(accounts.user) ?? "-"
        },
        Column(name: "APPLICATION", usual: "-") { session, _ in
          session.text(of: "application") ?? "-"
        },
        Column(name: "ZONE", usual: "-") { session, _ in session.text(of: "zone") ?? "-" },
        Column(name: "PRIORITY", usual: "normal") { session, _ in
          session.text(of: "priority") ?? "?"
        },
        Column(name: "KIND") { session, _ in session.text(of: "kind") ?? "?" },
        Column(name: "USE") { session, _ in session.useText },
        Column(name: "STATE") { session, _ in session.conditions.joined(separator: ", ") },
      ]
    }
  }
}
