import Arbitration
import AudioSessionTypes
import Testing

/// Rules.md, code and tests find each other by a rule's id.
struct RuleTraceTests {
  private static let rulesPage = "Sources/Arbitration/Arbitration.docc/Rules.md"

  @Test func `every rule has one heading in Rules, and every heading is a rule`() throws {
    let headings = try Repository.lines(Self.rulesPage)
      .filter { $0.text.contains(/^### R[0-9]+$/) }
      .map { String($0.text.dropFirst(4)) }
    #expect(Set(headings) == Set(Rule.allCases.map(\.name)))
    #expect(headings.count == Rule.allCases.count)
  }

  @Test func `every rule is cited in code, or is said to live elsewhere`() throws {
    let code = try ids(in: Repository.files(below: "Sources", "swift"))
    let elsewhere = try ids(in: ["Tests/Scenarios/elsewhere.md"])
    let missing = Rule.allCases.map(\.name).filter { !code.contains($0) && !elsewhere.contains($0) }
    #expect(missing == [])
  }

  @Test func `every rule is cited in a scenario, a test's name or elsewhere`() throws {
    let tests = try ids(in: Repository.files(below: "Tests", "swift", "scenario", "md"))
    let missing = Rule.allCases.map(\.name).filter { !tests.contains($0) }
    #expect(missing == [])
  }

  @Test func `only rules that exist are cited`() throws {
    let known = Set(Rule.allCases.map(\.name))
    let folders = ["Sources", "Tests/Scenarios", "config", "systemd"]
    let cited = try ids(
      in: folders.flatMap { Repository.files(below: $0, "swift", "scenario", "md", "conf") }
    )
    #expect(cited.subtracting(known) == [])
  }

  @Test func `R59: the table in Rules is the table in force`() throws {
    let words = ["int": "interrupt", "low": "duckNewcomer", "pri": "refuse"]
    let rows = try Repository.lines(Self.rulesPage).map(\.text)
      .filter { $0.hasPrefix("| **") }
      .map { row in
        row.split(separator: "|").dropFirst()
          .map { $0.trimmingPrefix(" ") }
          .map { String($0.prefix { $0.isLetter }) }
          .filter { !$0.isEmpty }
          .map { words[$0] ?? $0 }
      }
    let table = Kind.allCases.map { row in
      Kind.allCases.map { PairTable.standard[Cell(row, $0)].rawValue }
    }
    #expect(rows == table)
  }

  private func ids(in paths: [String]) throws -> Set<String> {
    var found: Set<String> = []
    for path in paths {
      for match in try Repository.text(path).matches(of: /\bR[1-9][0-9]?\b/) {
        found.insert(String(match.output))
      }
    }
    return found
  }
}
