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

  private static func chosen() throws -> [Scenario] {
    let playable = try ScenarioFolder.scenarios().filter { scenario in
      scenario.isFor(.daemon) && (DaemonWorld.canBeOthers || !scenario.needsOthers)
    }
    guard let wanted = ProcessInfo.processInfo.environment["SCENARIO"] else { return playable }
    return playable.filter { scenario in
      scenario.rules.contains { $0.name == wanted }
        || !wanted.hasPrefix("R") && scenario.description.contains(wanted)
    }
  }
}
