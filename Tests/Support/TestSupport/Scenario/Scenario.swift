package import AudioSessionTypes

/// One scenario of `Tests/Rules/Scenarios`: who is there, what they do, and all that anybody is told.
///
/// The notation is described in `Tests/Rules/Scenarios/README.md`.
package struct Scenario: Sendable, CustomStringConvertible {
  /// The file's name without its folder.
  package var file: String
  package var line: Int
  package var title: String
  /// The rules that the scenario proves: some decision in it has to rest on each.
  package var rules: [Rule] = []
  /// The only world that can play it, nil if all can.
  package var only: ScenarioWorldName?
  /// Where a platform's test is from, which the scenario transcribes.
  package var origin: PlatformOrigin?
  package var stage = Stage()
  package var lines: [ScenarioLine] = []

  package init(file: String, line: Int, title: String) {
    self.file = file
    self.line = line
    self.title = title
  }

  package var description: String { "\(file):\(line) \(title)" }

  /// Whether the scenario can be played in the world of that name.
  package func isFor(_ world: ScenarioWorldName) -> Bool { only.map { $0 == world } ?? true }
}

/// Where a platform's own test is from, and how it fares.
package struct PlatformOrigin: Equatable, Sendable {
  /// The name of the test's class or file.
  package var suite: String
  /// Why the daemon goes another way on purpose; nil if it goes the platform's.
  package var differs: String?

  package init(suite: String) { self.suite = suite }
}

/// How far from the core a scenario is played.
package enum ScenarioWorldName: String, Sendable {
  /// On the bare arbiter, in virtual time.
  case core
  /// Over the socket, with a process for each client.
  case daemon
}

/// A line after the declarations.
package enum ScenarioLine: Sendable {
  case step(Step)
  case check(Check)
}

/// Who does what, and everything that anybody is told of it, in order.
package struct Step: Sendable {
  package var line: Int
  package var text: String
  package var action: Action
  package var expected: [String]
}

/// What can be seen of a session at this point.
package struct Check: Sendable {
  package var line: Int
  package var session: String
  package var facts: [String]
}
