import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import ControlCore

extension Verb {
  static let list = Verb(
    name: "list",
    summary: "List all open sessions.",
    details: """
      One line per session. OWNER is reported by the kernel, not by the client: the unit, or else
      the program and its process id. KIND is the session's row and column in the table that
      `policy show` prints. The columns APPLICATION and ZONE are shown if any session has one,
      PRIORITY if any isn't normal. Details of other users' sessions require the grant observe.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let list = try daemon.call(.sessionList, as: SessionListResult.self)
      if invocation.has("json") { return output.print(list.json) }
      output.print(ListReport.lines(list.value.sessions.sessions, output.presentation))
    }
  )
}

/// The text that `list` prints.
enum ListReport {
  static func lines(_ sessions: [SessionObject], _ presentation: Presentation) -> [String] {
    guard presentation.hasLegend else { return table(sessions, heading: false, presentation) }
    if sessions.isEmpty { return ["No session is open."] }
    return table(sessions, heading: true, presentation)
      + ["", "\(counted(Int64(sessions.count), "session"))."]
  }

  private static func table(
    _ sessions: [SessionObject],
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
    /// The usual value; a column in which every session has it is left out.
    var usual: String?
    let text: (SessionObject, AccountNames) -> String

    static var all: [Column] {
      [
        Column(name: "ID") { session, _ in "\(session.session)" },
        Column(name: "NAME") { session, _ in
          ([session.sessionName ?? "-"] + session.leaseText).joined(separator: ", ")
        },
        Column(name: "OWNER") { session, _ in session.ownerText },
        Column(name: "USER") { session, accounts in accounts.user(session.uid) },
        Column(name: "APPLICATION", usual: "-") { session, _ in session.applicationName ?? "-" },
        Column(name: "ZONE", usual: "-") { session, _ in session.zoneName ?? "-" },
        Column(name: "PRIORITY", usual: "normal") { session, _ in session.priority.rawValue },
        Column(name: "KIND") { session, _ in session.kindName },
        Column(name: "USE") { session, _ in session.useText },
        Column(name: "STATE") { session, _ in session.conditions.joined(separator: ", ") },
      ]
    }
  }
}
