import AudioSessionArbitration
import ReferenceRules
import StateSearch
import TestSupport
import TestTraits
import Testing

/// Every state of the core that a few sessions can reach; `.ci/states` tries far more of them.
@Suite(.besideThePool(.rounds)) struct StateTests {
  /// Two sessions that play, one after the other.
  private static let turns = World(
    name: "turns",
    meaning: "two that play",
    sessions: 2,
    actors: [World.Actor(name: "app", opens: ["playback"])],
    acts: ["activates", "deactivates notifying"],
    events: ["the offer lapses"]
  )

  @Test func `two sessions that play: every state is as the reference has it`() throws {
    var search = Search(of: StateTests.turns, Search.Limits(states: .max))
    let result = try search.run()
    #expect(result.counterexample == nil)
    #expect(result.isExhausted)
  }

  @Test func `a planted difference is found, and written as the shortest scenario`() throws {
    var search = Search(of: StateTests.turns, Search.Limits(states: .max)) { result in
      for (index, effect) in result.effects.enumerated() {
        if case .ended(let id, true) = effect {
          result.effects[index] = .ended(id, shouldResume: false)
        }
      }
    }
    let text = try #require(try search.run().counterexample)
    let scenario = text.split(separator: "\n").drop { !$0.hasPrefix("scenario") }
    let expected = """
      scenario turns breaks P1
        app1 opens as playback     -> granted
        app2 opens as playback     -> granted
        app1 activates             -> granted
        app2 activates             -> granted
                                      app1 began by app2
        app2 deactivates notifying -> granted
                                      app1 ended
      """
    #expect(scenario.joined(separator: "\n") == expected)
    let scenarios = try ScenarioParser.scenarios(in: text, file: "turns.scenario")
    let difference = ScenarioRunner.firstDifference(of: scenarios[0], in: CoreWorld.self)
    let found = """
      app2 deactivates notifying
        expected: granted
                  app1 ended
        seen:     granted
                  app1 ended shouldResume
      """
    #expect(difference?.hasSuffix(found) == true)
  }

  @Test func `a core that ends the program: the way there can be written before`() throws {
    var trail: Trail?
    var texts: [String] = []
    var search = Search(of: StateTests.turns, Search.Limits(states: .max)) { result in
      // Stands for a trap, since this is in the middle of an edge.
      let isEnd = result.effects.contains { if case .ended(_, true) = $0 { true } else { false } }
      if isEnd, let trail { texts.append((try? trail.scenarioOfTrap()) ?? "") }
    }
    trail = search.trail
    _ = try search.run()
    let expected = """
      # the core: it ends the program
      scenario turns breaks the core
        app1 opens as playback     -> granted
        app2 opens as playback     -> granted
        app1 activates             -> granted
        app2 activates             -> granted
                                      app1 began by app2
        app2 deactivates notifying -> nothing

      """
    #expect(texts.first == expected)
  }
}
