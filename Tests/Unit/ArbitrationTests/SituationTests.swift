import Foundation
import TestSupport
import Testing

/// `Situations.md` and `situations.scenario` say the same.
struct SituationTests {
  /// A row of the page's table.
  private struct Row {
    var number: Int
    var situation: String
    var change: String

    /// The lines of configuration: the code in the last column, if it begins a section.
    var configuration: String? {
      let lines = change.matches(of: /`([^`]+)`/).map { String($0.output.1) }
      return lines.first?.hasPrefix("[") == true ? lines.joined(separator: " ") : nil
    }
  }

  @Test func `there are 34 situations, numbered from 1`() throws {
    #expect(try SituationTests.rows().map(\.number) == Array(1...34))
  }

  @Test func `each row is played by the scenario of its number and words`() throws {
    let titles = Set(try SituationTests.scenarios().map(\.title))
    for row in try SituationTests.rows() {
      #expect(titles.contains("situation \(row.number): \(row.situation)"))
    }
  }

  @Test func `a line of configuration is played as it stands in the row`() throws {
    let scenarios = try SituationTests.scenarios()
    for row in try SituationTests.rows() {
      let title = "situation \(row.number), configured"
      let configured = scenarios.first { $0.title == title }
      guard let configuration = row.configuration else {
        #expect(configured == nil, "\(title) has no line in its row")
        continue
      }
      let text = "scenario x\npolicy \(configuration)"
      let settings = try ScenarioParser.scenarios(in: text, file: "x").first?.stage.settings
      #expect(configured?.stage.settings == settings, "\(title)")
    }
  }

  @Test func `by default nothing is configured, and every scenario has its row`() throws {
    let numbers = Set(try SituationTests.rows().map(\.number))
    for scenario in try SituationTests.scenarios() {
      let match = try #require(scenario.title.firstMatch(of: /^situation ([0-9]+)(: |, )/))
      #expect(numbers.contains(Int(match.output.1) ?? 0), "\(scenario)")
      guard !scenario.title.hasSuffix(", configured") else { continue }
      #expect(scenario.stage.settings == [], "\(scenario)")
    }
  }

  private static func scenarios() throws -> [Scenario] {
    try ScenarioFolder.scenarios().filter { $0.file == "situations.scenario" }
  }

  private static func rows() throws -> [Row] {
    let page = try Checkout.text("Sources/Arbitration/Arbitration.docc/Situations.md")
    return page.split(separator: "\n").compactMap { line in
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| "), columns.count == 4, let number = Int(columns[0]) else {
        return nil
      }
      return Row(number: number, situation: columns[1], change: columns[3])
    }
  }
}
