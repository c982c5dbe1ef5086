import AudioSessionTypes
import AudioSessionWire
import ControlCore
import Glibc

/// The columns of the table of sessions, chosen by the width of the screen.
struct TopTable {
  private struct Column {
    let title: String
    let width: Int
    var isRight = false
    let cell: (TopRow) -> Table.Cell
  }

  private let columns: [Column]
  private let gap: String

  /// Chooses the columns for a screen; `now` is in microseconds since 1970.
  init(columns screen: Int, _ effects: Effects, now: Int64) {
    gap = screen < 100 ? " " : "  "
    guard screen >= 44 else {
      columns = [
        TopTable.id(3), TopTable.name(max(5, screen - 15)), TopTable.state(8),
      ]
      return
    }
    var chosen = [TopTable.id(4), TopTable.name(screen < 100 ? 16 : 20)]
    if screen >= 150 { chosen.append(TopTable.owner) }
    if screen >= 170 { chosen.append(TopTable.priority) }
    if screen >= 120 { chosen.append(TopTable.kind) }
    let bar = screen < 60 ? 0 : screen < 100 ? 4 : screen < 170 ? 6 : 10
    chosen += [TopTable.state(11), TopTable.gain(bar: bar)]
    if screen >= 60 {
      chosen.append(TopTable.age(now))
      let space = gap.count
      let taken = chosen.reduce(2) { $0 + $1.width + space }
      chosen.append(TopTable.reason(max(0, screen - taken), effects))
    }
    columns = chosen
  }

  /// The line above the sessions.
  var heading: ScreenLine {
    let titles = columns.map { $0.title.fitted(to: $0.width, isRight: $0.isRight) }
    return ScreenLine("  " + titles.joined(separator: gap), .heading)
  }

  /// The line of a session; a mark shows which is selected, with or without colours.
  func line(_ row: TopRow, isSelected: Bool) -> ScreenLine {
    var pieces: [Table.Cell] = [isSelected ? "> " : "  "]
    for (index, column) in columns.enumerated() {
      if index > 0 { pieces.append(.init(gap)) }
      let cell = column.cell(row)
      pieces.append(
        .init(cell.text.fitted(to: column.width, isRight: column.isRight), cell.style)
      )
    }
    return ScreenLine(pieces, isSelected: isSelected)
  }

  private static func id(_ width: Int) -> Column {
    Column(title: "ID", width: width, isRight: true) {
      .init("\($0.session.session)")
    }
  }

  private static func state(_ width: Int) -> Column {
    Column(title: "STATE", width: width) { .init($0.condition.state, $0.condition.style) }
  }

  private static func reason(_ width: Int, _ effects: Effects) -> Column {
    Column(title: "REASON", width: width) { .init(effects.reason(of: $0)) }
  }

  private static func name(_ width: Int) -> Column {
    Column(title: "NAME", width: width) { .init($0.name, .heading) }
  }

  private static var owner: Column {
    Column(title: "OWNER", width: 24) { .init($0.session.ownerText) }
  }

  private static var priority: Column {
    Column(title: "PRIORITY", width: 9) { .init($0.session.priority.rawValue) }
  }

  private static var kind: Column {
    Column(title: "KIND", width: 13) { .init($0.session.kindName) }
  }

  private static func age(_ now: Int64) -> Column {
    Column(title: "FOR", width: 6, isRight: true) { row in
      .init(row.since.map { age(since: $0, now) } ?? "", .faint)
    }
  }

  /// An age in its largest unit: `12 s`.
  private static func age(since moment: Int64, _ now: Int64) -> String {
    let seconds = max(0, now - moment) / 1_000_000
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3600: return "\(seconds / 60) min"
    case ..<86_400: return "\(seconds / 3600) h"
    default: return "\(seconds / 86_400) d"
    }
  }

  /// The gain of an active session in decibels, behind a bar of this width.
  private static func gain(bar width: Int) -> Column {
    Column(title: "GAIN", width: width > 0 ? width + 7 : 6) { row in
      guard let gain = row.condition.gain else { return "" }
      let decibels = wholeDecibels(gain).map { "\($0) dB" } ?? "silent"
      let text = decibels.fitted(to: 6, isRight: true)
      let style: Colour.Style = gain < 1 ? .warning : .good
      return .init(width > 0 ? "\(bar(gain, width)) \(text)" : text, style)
    }
  }

  /// A bar whose full length is 0 dB and whose end is the quietest that can be set, −40 dB or so.
  private static func bar(_ gain: Double, _ width: Int) -> String {
    let share = gain <= 0 ? 0 : max(0, 1 + 20 * log10(gain) / 40)
    let filled = gain >= 1 ? width : min(width - 1, Int((share * Double(width)).rounded()))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}
