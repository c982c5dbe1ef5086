import AudioSessionJSON
import AudioSessionTypes
import Foundation
import TestSupport
import TestTraits
import Testing

/// The text of `Tests/Rules/Scenarios`, played over the socket of a real daemon.
///
/// `SCENARIO=R28` or `SCENARIO=offer` in the environment plays only those that name the rule or have
/// the word in their title.
@Suite(.tags(.process)) struct DaemonScenarioTests {
  @Test(arguments: try DaemonScenarioTests.chosen())
  func `a scenario goes over the socket as it is written`(_ scenario: Scenario) {
    let difference = ScenarioRunner.firstDifference(of: scenario.hastened, in: DaemonWorld.self)
    if let difference { Issue.record("\(difference)") }
  }

  /// The platforms' own tests under their profiles, which the daemon reads from its configuration.
  @Test(arguments: try DaemonScenarioTests.chosenOfPlatforms())
  func `a platform's test goes over the socket as it is written`(_ scenario: Scenario) {
    let difference = ScenarioRunner.firstDifference(of: scenario.hastened, in: DaemonWorld.self)
    if scenario.origin?.differs != nil {
      #expect(difference != nil, "it goes the platform's way, and says that it doesn't")
    } else if let difference {
      Issue.record("\(difference)")
    }
  }

  private static func chosenOfPlatforms() throws -> [Scenario] {
    try chosen(from: ScenarioFolder.platforms().flatMap(ScenarioFolder.scenarios(of:)))
  }

  private static func chosen() throws -> [Scenario] {
    try chosen(from: ScenarioFolder.scenarios())
  }

  private static func chosen(from scenarios: [Scenario]) throws -> [Scenario] {
    let playable = scenarios.filter { scenario in
      scenario.isFor(.daemon) && (DaemonWorld.canBeOthers || !scenario.needsOthers)
    }
    guard let wanted = ProcessInfo.processInfo.environment["SCENARIO"] else { return playable }
    return playable.filter { scenario in
      scenario.rules.contains { $0.name == wanted }
        || !wanted.hasPrefix("R") && scenario.description.contains(wanted)
    }
  }
}
