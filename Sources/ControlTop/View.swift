import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// The screen of `top`, as lines of text.
struct View {
  private let model: Model
  private let clock: Clock
  private let effects: Effects

  init(_ model: Model, _ clock: Clock) {
    self.model = model
    self.clock = clock
    effects = Effects(model.sessions.rows)
  }

  /// As many lines as the screen has; the model has to be settled.
  var lines: [ScreenLine] {
    let layout = model.layout
    let whole =
      header(layout) + table(layout) + details(layout) + decisions(layout) + footer(layout)
    let blank = ScreenLine()
    return whole.prefix(model.size.rows)
      + Array(repeating: blank, count: max(0, model.size.rows - whole.count))
  }

  private var columns: Int { model.size.columns }

  /// So many lines, cut or filled up with blank ones.
  private func block(_ lines: [ScreenLine], _ height: Int) -> [ScreenLine] {
    lines.prefix(height) + Array(repeating: ScreenLine(), count: max(0, height - lines.count))
  }

  /// `── Decisions ─────`.
  private func rule(_ title: String) -> ScreenLine {
    let start = "── \(title) ".shortened(to: max(0, columns - 2))
    let rest = String(repeating: "─", count: max(0, columns - start.displayWidth))
    return ScreenLine(start + rest, .faint)
  }
}

/// The lines about the daemon.
extension View {
  private func header(_ layout: Layout) -> [ScreenLine] {
    let lines = layout.header > 1 ? [daemon, counts] : [model.link == .up ? counts : daemon]
    return block(lines, layout.header)
  }

  private var daemon: ScreenLine {
    switch model.link {
    case .up: break
    case .ending: return ScreenLine("The daemon is going down.", .warning)
    case .lost: return ScreenLine("The daemon has gone away; waiting for it to return.", .warning)
    }
    let age = model.startedAt.map { Double(max(0, clock.now - $0)) / 1_000_000 }
    let uptime = age.map { ", up \(Clock.text(ofSeconds: $0.rounded(.down)))" } ?? ""
    return ScreenLine([
      .init("audiosessiond" + (model.version.map { " \($0)" } ?? ""), .heading),
      .init(", \(model.place)\(uptime)"),
    ])
  }

  private var counts: ScreenLine {
    if model.link == .lost { return ScreenLine() }
    let rows = model.sessions.rows.values
    let active = rows.count { $0.condition.gain != nil }
    let interrupted = rows.count { $0.condition.state == "interrupted" }
    let lowered = rows.count { $0.condition.gain.map { $0 < 1 } ?? false }
    var parts = ["\(active) active" + (lowered > 0 ? " (\(lowered) lowered)" : "")]
    parts += ["\(interrupted) interrupted", "\(rows.count - active - interrupted) inactive"]
    let sum = "\(counted(Int64(rows.count), "session")): \(parts.joined(separator: ", "))."
    let rate = model.rate.perSecond(at: clock.now)
    let decision = "  Decision \(model.sessions.decision)" + (rate > 0 ? ", \(rate)/s." : ".")
    return ScreenLine([.init(sum), .init(decision, .faint)])
  }
}

/// The table of sessions, or what covers it.
extension View {
  private func table(_ layout: Layout) -> [ScreenLine] {
    let height = layout.heading + layout.table
    switch model.mode {
    case .help: return block(View.help.map { ScreenLine($0) }, height)
    case .explanation(let number): return explanation(of: number, height)
    case .table, .filter, .eviction: break
    }
    let table = TopTable(columns: columns, effects, now: clock.now)
    let heading = layout.heading > 0 ? [table.heading] : []
    let entries = model.entries.dropFirst(model.offset).prefix(layout.table)
    if entries.isEmpty { return block(heading + [emptiness], height) }
    let lines = entries.compactMap { entry -> ScreenLine? in
      switch entry {
      case .zone(let title): ScreenLine(title, .heading)
      case .session(let number):
        model.sessions.rows[number].map { row in
          table.line(row, isSelected: number == model.selected)
        }
      }
    }
    return block(heading + lines, height)
  }

  private var emptiness: ScreenLine {
    if model.link == .lost { return ScreenLine() }
    if model.sessions.rows.isEmpty { return ScreenLine("  No session is open.") }
    return ScreenLine("  No session matches the filter; Esc removes it.")
  }

  private func explanation(of number: UInt64, _ height: Int) -> [ScreenLine] {
    guard let row = model.sessions.rows[number] else { return block([], height) }
    let text = panelText(row)
    let room = View.room(height)
    let start = min(model.panelOffset, max(0, text.count - room))
    let lines = text.dropFirst(start).prefix(room).map { ScreenLine("  \($0)") }
    return block([rule("Explanation of \(row.session.sessionLabel)")] + lines, height)
  }

  private func panelText(_ row: TopRow) -> [String] {
    sentences(row).flatMap { $0.filled(to: max(20, columns - 4)) + [""] }
  }

  /// The offset of an explanation whose last line is at the bottom; 0 if there is room for all.
  var lastPanelOffset: Int {
    guard case .explanation(let number) = model.mode, let row = model.sessions.rows[number]
    else { return 0 }
    let layout = model.layout
    return max(0, panelText(row).count - View.room(layout.heading + layout.table))
  }

  /// The lines of a panel below its title.
  private static func room(_ height: Int) -> Int { max(1, height - 1) }

  /// What `explain` prints.
  private func sentences(_ row: TopRow) -> [String] {
    let presentation = Presentation(clock: clock)
    let lines = ExplainReport.lines(row.explanation, of: row.session, presentation)
    return row.explanation == nil ? Array(lines.prefix(1)) : lines
  }

  private static let help = [
    "  Up, Down, k, j  select a session; also PgUp, PgDn, Home, End",
    "  Enter, e        explain why the session is as it is",
    "  x               evict the session: close it, whoever owns it",
    "  /               show only sessions that contain all the words typed",
    "  Esc             remove the filter",
    "  s               sort by state, number, name or age",
    "  q, Ctrl-C       quit", "",
    "  GAIN is what the session is lowered to; FOR is how long it has been as it is.",
    "  REASON is who holds it back, by which rule, or whom it holds back.",
  ]
}

/// The lines below the table.
extension View {
  private func details(_ layout: Layout) -> [ScreenLine] {
    if layout.details == 0 { return [] }
    guard let row = model.selected.flatMap({ model.sessions.rows[$0] }) else {
      return block([rule("Session")], layout.details)
    }
    let session = row.session
    let facts =
      [session.useText] + session.kindText + ["priority \(session.priority.rawValue)"]
      + session.applicationText + session.zoneText + session.leaseText + [
        "owner \(session.ownerText)"
      ]
    let causes = row.explanation?.explanationLines(clock) ?? []
    let effect = effects.sentence(of: row)
    let text = ["\(facts.joined(separator: ", "))."] + causes + [effect].compactMap { $0 }
    let lines = text.flatMap { $0.filled(to: max(20, columns)) }.map { ScreenLine($0) }
    return block([rule(session.sessionLabel)] + lines, layout.details)
  }

  private func decisions(_ layout: Layout) -> [ScreenLine] {
    if layout.decisions == 0 { return [] }
    let height = layout.decisions - 1
    // One that changes everything would leave no room even for its own first line.
    let most = max(4, height / 2)
    var lines: [ScreenLine] = []
    for decision in model.sessions.decisions.reversed() where lines.count < height {
      var history = decision.before
      let report = DecisionReport(decision.entry, at: decision.moment)
      let whole = report.pieces(&history, clock).map { ScreenLine($0) }
      let isCut = whole.count > most
      lines = (isCut ? whole.prefix(most - 1) + [ScreenLine("    …")] : whole) + lines
    }
    return [rule("Decisions")] + block(Array(lines.suffix(height)), height)
  }

  private func footer(_ layout: Layout) -> [ScreenLine] {
    if layout.footer == 0 { return [] }
    if let message = model.message { return [ScreenLine([message])] }
    switch model.mode {
    case .filter: return [ScreenLine("Filter: \(model.filter.printable)_", .warning)]
    case .eviction(let number):
      let label = model.sessions.rows[number]?.session.sessionLabel ?? "session \(number)"
      return [
        ScreenLine("Evict \(label)? Press y to close it, any other key to keep it.", .warning)
      ]
    case .explanation: return [ScreenLine("Esc back  x evict  Up, Down scroll", .faint)]
    case .help: return [ScreenLine("Any key: back", .faint)]
    case .table:
      let keys = "q quit  / filter  e explain  x evict  s sort (\(model.order.rawValue))  ? help"
      if model.filter.isEmpty { return [ScreenLine(keys, .faint)] }
      let filter = Table.Cell("Filter: \(model.filter.printable)  Esc removes it  ", .warning)
      return [ScreenLine([filter, .init(keys, .faint)])]
    }
  }
}
