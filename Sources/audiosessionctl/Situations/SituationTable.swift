import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// The situations of `Situations.md` under several policies, in one table.
struct SituationTable {
  /// A policy, and the name of its column.
  struct Column {
    let name: String
    let policy: Policy
  }

  /// A situation, and what happens in it under each policy.
  struct Row {
    let situation: Situation
    let outcomes: [String]

    /// Whether the policies differ.
    var differs: Bool { outcomes.contains { $0 != outcomes[0] } }
  }

  let columns: [Column]
  let rows: [Row]

  /// Plays all situations under all policies, of which there is at least one.
  init(_ columns: [Column]) {
    self.columns = columns
    rows = Situation.all.map { situation in
      Row(
        situation: situation,
        outcomes: columns.map { SituationPlay.outcome(of: situation, under: $0.policy) }
      )
    }
  }

  /// For a terminal: what differs, situation by situation, and how much is the same.
  func lines(_ presentation: Presentation) -> [String] {
    var table = Table()
    for row in rows where row.differs {
      table.begin(.init("\(row.situation.number). \(row.situation.title)", .heading))
      for (column, outcome) in zip(columns, row.outcomes) {
        table.append([.init(column.name.printable), .init(outcome)])
      }
    }
    let same = rows.count { !$0.differs }
    let summary = "\(same) of \(rows.count) situations go the same way."
    return table.lines(presentation.colour) + (same == rows.count ? [] : [""]) + [summary]
  }

  /// As a table of Markdown, with all situations.
  var markdown: [String] {
    let names = columns.map { $0.name }
    let head = "| # | situation | \(names.joined(separator: " | ")) |"
    let rule = "| --- | --- |" + names.map { _ in " --- |" }.joined()
    let body = rows.map { row in
      let cells = row.outcomes.enumerated().map { index, outcome in
        index > 0 && outcome == row.outcomes[0] ? "the same" : outcome
      }
      let situation = row.situation
      return "| \(situation.number) | \(situation.title) | \(cells.joined(separator: " | ")) |"
    }
    return [head, rule] + body
  }
}
