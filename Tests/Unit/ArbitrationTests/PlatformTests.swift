import Foundation
import TestSupport
import Testing

/// The platforms' own tests, transcribed in `Tests/Rules/Platforms`, under the platform's profile.
///
/// `SCENARIO=ducks` in the environment plays only those that have the word in their file or title.
struct PlatformTests {
  /// What differs on purpose is transcribed as the platform has it, and so must differ.
  @Test(arguments: try PlatformTests.chosen())
  func `a platform's test goes as it is written`(_ scenario: Scenario) {
    let difference = ScenarioRunner.firstDifference(of: scenario, in: CoreWorld.self)
    if scenario.origin?.differs != nil {
      #expect(difference != nil, "it goes the platform's way, and says that it doesn't")
    } else if let difference {
      Issue.record("\(difference)")
    }
  }

  /// A table that stands in the documents as it is printed here; `UPDATE_PLATFORMS=1` writes it.
  @Test(arguments: try ScenarioFolder.platforms())
  func `the table of a platform is in its page`(_ platform: String) throws {
    let report = try PlatformReport(of: platform)
    print("\(platform): \(report.summary)")
    try report.compareWithPage()
  }

  @Test(arguments: try ScenarioFolder.platforms())
  func `at least 95 % of a platform's tests pass`(_ platform: String) throws {
    let report = try PlatformReport(of: platform)
    #expect(report.passed * 100 >= report.tests.count * 95, "\(report.summary)")
  }

  private static func chosen() throws -> [Scenario] {
    let all = try ScenarioFolder.platforms().flatMap(ScenarioFolder.scenarios(of:))
      .filter { $0.isFor(.core) }
    guard let wanted = ProcessInfo.processInfo.environment["SCENARIO"] else { return all }
    return all.filter { $0.description.contains(wanted) }
  }
}
