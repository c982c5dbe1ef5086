import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import TestSupport
import Testing

/// Rules.md, code and tests find each other by a rule's id.
struct RuleTraceTests {
  private static let rulesPage = "Sources/Arbitration/Arbitration.docc/Rules.md"

  @Test func `every rule has one heading in Rules, and every heading is a rule`() throws {
    let headings = try Checkout.lines(Self.rulesPage)
      .filter { $0.text.contains(/^### R[0-9]+$/) }
      .map { String($0.text.dropFirst(4)) }
    #expect(Set(headings) == Set(Rule.allCases.map(\.name)))
    #expect(headings.count == Rule.allCases.count)
  }

  /// A rule is in force where the core's code uses it as a value, as `.R12`, not in a comment.
  @Test func `every rule is used by the core, or elsewhere.md names its code`() throws {
    var decided: Set<String> = []
    for path in Checkout.files(below: "Sources/Arbitration", "swift") {
      for (_, text) in try Checkout.lines(path) {
        let code = text.split(separator: "//", omittingEmptySubsequences: false)[0]
        for match in code.matches(of: /\.(R[1-9][0-9]?)\b/) {
          decided.insert(String(match.output.1))
        }
      }
    }
    let elsewhere = try RuleTraceTests.elsewhere().map(\.rule)
    let missing = Rule.allCases.map(\.name)
      .filter { !decided.contains($0) && !elsewhere.contains($0) }
    #expect(missing == [])
  }

  @Test func `each file that elsewhere.md names exists and cites the rule`() throws {
    var faults: [String] = []
    let code = Checkout.files(below: "Sources", "swift")
      .filter { !$0.hasSuffix("/Rule.swift") }
    for row in try RuleTraceTests.elsewhere() {
      for column in row.columns {
        if let path = column.firstMatch(of: /`((?:Sources|Tests)\/[^`]+)`/)?.output.1 {
          let text = (try? Checkout.text(String(path))) ?? ""
          if !cites(row.rule, in: text) { faults.append("\(row.rule): \(path) doesn't cite it") }
        } else if !column.hasPrefix("none yet") {
          faults.append("\(row.rule): neither a file nor \"none yet\": \(column)")
        }
      }
      guard row.columns.first == "none yet" else { continue }
      let citing = try code.filter { cites(row.rule, in: try Checkout.text($0)) }
      if !citing.isEmpty { faults.append("\(row.rule): none yet, but cited by \(citing)") }
    }
    #expect(faults == [])
  }

  @Test func `only rules that exist are cited`() throws {
    let known = Set(Rule.allCases.map(\.name))
    let folders = ["Sources", "Tests/Rules/Scenarios", "config", "systemd"]
    let cited = try ids(
      in: folders.flatMap { Checkout.files(below: $0, "swift", "scenario", "md", "conf") }
    )
    #expect(cited.subtracting(known) == [])
  }

  /// Words of which a comment has one if it cites that rule alone.
  private static let subjects = [
    "R40": ["route", "default output"], "R43": ["microphone", "card mutes"],
    "R44": ["route", "user starts"],
    "R47": ["suspen", "it runs again"], "R52": ["program", "application"], "R57": ["user"],
    "R62": ["silen"], "R63": ["zone"],
  ]

  @Test func `a rule that the agent cites is about what it is cited for`() throws {
    var faults: [String] = []
    var seen: Set<String> = []
    for path in ["audiosession-agent", "Enforcement"].flatMap({
      Checkout.files(below: "Sources/\($0)", "swift")
    }) {
      let comment = /(?:^ *\/\/.*\n)+/.anchorsMatchLineEndings()
      for comment in try Checkout.text(path).matches(of: comment).map(\.output) {
        for citation in comment.matches(of: /\((R[1-9][0-9]?)\)/) {
          let rule = String(citation.output.1)
          guard let words = Self.subjects[rule] else { continue }
          seen.insert(rule)
          let text = comment.lowercased()
          if !words.contains(where: text.contains) { faults.append("\(path): \(rule):\(comment)") }
        }
      }
    }
    #expect(faults == [])
    #expect(seen == Set(Self.subjects.keys))
  }

  @Test func `R59: the table in Rules is the table in force`() throws {
    let words = ["int": "interrupt", "low": "duckNewcomer", "pri": "refuse"]
    let rows = try Checkout.lines(Self.rulesPage).map(\.text)
      .filter { $0.hasPrefix("| **") }
      .map { row in
        row.split(separator: "|").dropFirst()
          .map { $0.trimmingPrefix(" ") }
          .map { String($0.prefix { $0.isLetter }) }
          .filter { !$0.isEmpty }
          .map { words[$0] ?? $0 }
      }
    let table = Kind.builtIn.map { row in
      Kind.builtIn.map { PairTable.builtIn(row, $0).rawValue }
    }
    #expect(rows == table)
  }

  /// The rows of both tables of `elsewhere.md`: the rule, and the columns that name files.
  private static func elsewhere() throws -> [(rule: String, columns: [String])] {
    try Checkout.lines("Tests/Rules/Scenarios/elsewhere.md").map(\.text)
      .filter { $0.hasPrefix("| R") }
      .map { row in
        let columns = row.split(separator: "|").map { column in
          String(column.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        return (columns[0], Array(columns.filter { !$0.isEmpty }.dropFirst(2)))
      }
  }

  private func cites(_ rule: String, in text: String) -> Bool {
    text.contains(rule) && text.matches(of: /\bR[1-9][0-9]?\b/).contains { $0.output == rule }
  }

  private func ids(in paths: [String]) throws -> Set<String> {
    var found: Set<String> = []
    for path in paths {
      for match in try Checkout.text(path).matches(of: /\bR[1-9][0-9]?\b/) {
        found.insert(String(match.output))
      }
    }
    return found
  }
}
