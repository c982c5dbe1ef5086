import AudioSessionSystem
import Glibc

/// The demo's output: one line for each thing that happens, in columns.
struct Timeline {
  private let start = SystemClock.boottime
  private let isColoured: Bool

  init(isTerminal: Bool) {
    let isDumb = Timeline.environment("TERM") == "dumb"
    isColoured = isTerminal && !isDumb && Timeline.environment("NO_COLOR").isEmpty
  }

  /// Prints what there is to see, and how to read it.
  func showLegend() throws(Failure) {
    let legend = """
      audiosessiond decides which programs may play sound. This is a real one, with seven programs
      that play nothing but behave as if they did. Each line below has been checked: had any program
      been told anything else, or anything more, the demo would have failed.

        Time  Who               What happens, and by which rule
              -> who            what the daemon tells a program as a result

      """
    try Output.write(legend)
  }

  /// Prints the title of a chapter.
  func show(_ number: Int, _ chapter: Chapter) throws(Failure) {
    try Output.write("\n\(styled("\(number)  \(chapter.title)", .bold))\n")
  }

  /// Prints a step that followed the rules.
  func show(_ step: Step) throws(Failure) {
    let who = step.actors.isEmpty ? "daemon" : label(step.actors)
    try Output.write("\(time)  \(who.padded(to: 16))  \(text(step.words, step.rule))\n")
    for consequence in step.consequences {
      let who = "-> \(label(consequence.roles))".padded(to: 16)
      let words = text(consequence.words, consequence.rule)
      try Output.write("\(time)  \(styled(who, .cyan))  \(words)\n")
    }
  }

  /// Prints the last line of a complete story.
  func showEnd(steps: Int) throws(Failure) {
    try Output.write("\n\(styled("\(steps) steps, all as the rules require.", .green))\n")
  }

  /// Prints what was wrong with a step that didn't follow the rules.
  func show(_ mismatch: Mismatch, _ number: Int, _ step: Step) throws(Failure) {
    let who = step.actors.isEmpty ? "daemon" : label(step.actors)
    var lines = [styled("Step \(number) doesn't follow the rules: \(who): \(step.words)", .red)]
    lines += mismatch.expected.map { "  expected  \($0)" }
    lines += mismatch.seen.map { "  seen      \($0)" }
    try Output.write("\n\(lines.joined(separator: "\n"))\n")
  }

  private var time: String {
    let milliseconds = (SystemClock.boottime - start) / 1_000_000
    let fraction = "\(milliseconds % 1_000 + 1_000)".dropFirst()
    let seconds = "\(milliseconds / 1_000).\(fraction)"
    return styled(String(repeating: " ", count: max(0, 6 - seconds.count)) + seconds, .faint)
  }

  private func label(_ roles: [Role]) -> String {
    let names = [6: "the other six", 7: "all seven"]
    return names[roles.count] ?? roles.map(\.rawValue).joined(separator: ", ")
  }

  private func text(_ words: String, _ rule: String?) -> String {
    rule.map { "\(words) \(styled("(\($0))", .faint))" } ?? words
  }

  private enum Style: String {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case cyan = "36"
  }

  private func styled(_ text: String, _ style: Style) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private static func environment(_ name: String) -> String {
    getenv(name).map { String(cString: $0) } ?? ""
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
