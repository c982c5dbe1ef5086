import Foundation
import TestSupport
import Testing

/// How the tests of a platform fare under its profile, as a table.
struct PlatformReport {
  /// One test of the platform: the scenarios that have its name, with whatever it is run with.
  struct Entry {
    var suite: String
    var name: String
    var scenarios: [Scenario]

    var differs: String? { scenarios.lazy.compactMap { $0.origin?.differs }.first }

    /// The lines of the profile without which it doesn't pass.
    ///
    /// Of a long table the cells are left out: all tests need some of them.
    func needs(_ profile: [PolicySetting]) throws -> [String] {
      let isLong = profile.count > 100
      let lines = profile.filter { line in
        line.key != "Like" && !(isLong && line.section == "Interactions")
      }
      return try lines.filter { line in
        try scenarios.contains { scenario in
          var changed = scenario
          changed.stage.settings = try scenario.stage.settings.withProfile.filter { $0 != line }
          return scenario.isFor(.core) && scenario.stage.usesProfile
            && ScenarioRunner.firstDifference(of: changed, in: CoreWorld.self) != nil
        }
      }.map { "\($0.key)=\($0.value)" }
    }
  }

  let platform: String
  let tests: [Entry]
  /// By test, the lines that it needs.
  private let needs: [[String]]

  init(of platform: String) throws {
    self.platform = platform
    var tests: [Entry] = []
    for scenario in try ScenarioFolder.scenarios(of: platform) {
      let origin = try #require(scenario.origin, "\(scenario) has no source")
      let name = PlatformReport.name(in: scenario.title)
      if let index = tests.firstIndex(where: { $0.name == name && $0.suite == origin.suite }) {
        tests[index].scenarios.append(scenario)
      } else {
        tests.append(Entry(suite: origin.suite, name: name, scenarios: [scenario]))
      }
    }
    self.tests = tests
    let line = PolicySetting(section: "Policy", key: "Profile", value: platform)
    let profile = try [line].withProfile
    needs = try tests.map { try $0.differs == nil ? $0.needs(profile) : [] }
  }

  /// The test's own name: a title without the brackets that say with what it is run.
  private static func name(in title: String) -> String {
    guard title.hasSuffix(")"), let start = title.range(of: " (") else { return title }
    return String(title[..<start.lowerBound])
  }

  var passed: Int { tests.count { $0.differs == nil } }

  var summary: String {
    let keyed = needs.count { !$0.isEmpty }
    let share = String(format: "%.1f", Double(passed) * 100 / Double(tests.count))
    return "\(passed) of \(tests.count) tests pass (\(share) %), \(keyed) of them with a line that "
      + "is named; the others (\(tests.count - passed)) differ on purpose"
  }

  /// The table, by suite in the order of their names.
  private var lines: [String] {
    var lines = ["\(summary).", "", "| source | test | result |", "| --- | --- | --- |"]
    for suite in Set(tests.map(\.suite)).sorted() {
      for (test, needs) in zip(tests, needs) where test.suite == suite {
        lines.append("| \(suite) | \(test.name) | \(result(of: test, needs)) |")
      }
    }
    return lines
  }

  private func result(of test: Entry, _ needs: [String]) -> String {
    if let why = test.differs { return "**differs on purpose**: \(why)" }
    if needs.isEmpty { return "passes" }
    return "passes with " + needs.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// Compares the table with the one in the platform's page.
  func compareWithPage() throws {
    let path = "Sources/Arbitration/Arbitration.docc/Platform-\(platform).md"
    let difference = try MarkedTable(path, printedBy: "PlatformTests").difference(from: lines)
    #expect(difference == nil)
  }
}
