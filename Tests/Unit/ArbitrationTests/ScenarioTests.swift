import AudioSessionJSON
import AudioSessionTypes
import Foundation
import TestSupport
import Testing

/// The text of `Tests/Rules/Scenarios`, played on the bare core.
///
/// `SCENARIO=R28` or `SCENARIO=offer` in the environment plays only those that name the rule or
/// have the word in their title.
struct ScenarioTests {
  @Test(arguments: try ScenarioTests.chosen())
  func `a scenario goes as it is written`(_ scenario: Scenario) {
    if let difference = ScenarioRunner.firstDifference(of: scenario, in: CoreWorld.self) {
      Issue.record("\(difference)")
    }
  }

  /// A rule is proved by a scenario that any world can play, or by a test that `elsewhere.md`
  /// names.
  @Test func `every rule has its proof`() throws {
    let played = try ScenarioFolder.scenarios().filter { $0.isFor(.core) }.flatMap(\.rules)
    let elsewhere = try ScenarioTests.rulesElsewhere()
    let proved = Set(played).union(elsewhere)
    #expect(Rule.allCases.filter { !proved.contains($0) }.map(\.name) == [])
    #expect(elsewhere.filter(Set(played).contains).map(\.name) == [], "proved twice")
  }

  @Test func `no two scenarios have the same title`() throws {
    let titles = try ScenarioFolder.scenarios().map(\.title)
    let repeated = Dictionary(grouping: titles) { $0 }.filter { $1.count > 1 }.keys.sorted()
    #expect(repeated == [])
  }

  private static func chosen() throws -> [Scenario] {
    let playable = try ScenarioFolder.scenarios().filter { $0.isFor(.core) }
    guard let wanted = ProcessInfo.processInfo.environment["SCENARIO"] else { return playable }
    return playable.filter { scenario in
      scenario.rules.contains { $0.name == wanted }
        || !wanted.hasPrefix("R") && scenario.description.contains(wanted)
    }
  }

  /// The rules in the first column of `elsewhere.md`, up to its second heading.
  private static func rulesElsewhere() throws -> [Rule] {
    let rows = try ScenarioFolder.text(of: "elsewhere.md").split(separator: "\n")
    let ids = rows.prefix { !$0.hasPrefix("## ") }.compactMap { row in
      row.hasPrefix("| R") ? row.split(separator: " ").dropFirst().first : nil
    }
    return ids.compactMap { id in Rule.allCases.first { $0.name == id } }
  }
}
