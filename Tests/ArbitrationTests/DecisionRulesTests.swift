import Arbitration
import AudioSessionTypes
import Foundation
import TestSupport
import Testing

/// R55: all that a decision rests on, and nothing else: its rules, and its squares of the table.
struct DecisionRulesTests {
  private static let stage = """
    scenario all kinds of events
    ring and phone are in one process
    dock reports for user 1000
    music is playback isNowPlayingCandidate
    film is playback
    radio is playback mixWithOthers
    nav is playback duckOthers
    reader is playback spokenAudio
    recorder is record
    ring is playback ringtone
    phone is playAndRecord phoneCall
    clock is playback alarm
    hook is playback with a lease of 30s
    """

  /// What happens, and what it rests on; played from top to bottom.
  private static let rows = """
    radio activates                      | R12
    music activates                      | R12 R45 R53
    music activates                      | R5
    film activates notifying             | R6 R12 R15 R59 exclusive.exclusive
    film deactivates                     | R23 R24 R45
    film deactivates                     | R22
    music activates                      | R12 R45
    nav activates                        | R12 R16 R18 R19 R59 ducking.exclusive ducking.mixable
    nav sets mixWithOthers               | R18 R19 R27 R36 R39
    nav sets duckOthers                  | R16 R18 R19 R36 R39 R59 ducking.exclusive ducking.mixable
    nav pauses                           | R12 R21
    nav plays                            | R12
    nav deactivates notifying            | R18 R19 R23 R24 R27
    ring activates                       | R12 R15 R59 ringtone.exclusive ringtone.mixable
    phone activates                      | R12 R28 R42 R52 R59 phoneCall.exclusive phoneCall.mixable
    ring deactivates                     | R23 R24 R25
    recorder activates                   | R7 R34
    film activates                       | R9 R12 R16 R17 R18 R19 R28 R45 R59 exclusive.exclusive
    phone deactivates                    | R18 R19 R23 R24 R25 R26 R27 R34 R45
    recorder activates                   | R12 R15 R28 R59 exclusive.exclusive
    recorder records                     | R12
    the microphone is muted              | R15 R43
    the microphone is muted, says dock   | R43 R60
    the microphone is unmuted            | R43 R60
    the microphone is unmuted, says dock | R26 R30 R43 R60
    music activates                      | R12 R28 R33 R59 exclusive.exclusive
    music goes to the background         | R12
    reader activates                     | R12 R15 R28 R59 spoken.exclusive
    music activates                      | R12 R15 R33 R59 exclusive.spoken
    music plays                          | R12
    hook activates                       | R12 R15 R28 R59 exclusive.exclusive exclusive.spoken
    clock activates                      | R12 R15 R28 R59 alarm.exclusive alarm.spoken
    hook activates                       | R10 R59 exclusive.alarm
    clock deactivates                    | R23 R24 R25 R26 R30
    hook activates                       | R12 R30
    film opens hook again                | R48
    film activates                       | R12 R28 R33 R52 R59 exclusive.exclusive exclusive.spoken
    film is suspended                    | R24 R26 R30 R47
    film is resumed                      | R47
    hook renews                          | R48
    the machine sleeps                   | R50
    the machine wakes                    | R40 R50
    the route changes: override          | R40
    clock activates                      | R12 R28 R59 alarm.spoken
    phone activates                      | R12 R15 R28 R59 phoneCall.spoken phoneCall.alarm
    phone sets no options                | R36
    the policy becomes DuckGain=0.5      | R61
    phone closes                         | R24 R25 R26 R30 R48
    clock is evicted                     | R25 R48
    music sets unknownValue              | R4
    the offer lapses                     | R24 R26 R30
    20s pass                             |
    the lease ends                       | R48
    film dies                            | R48
    radio goes to the background         | R12
    radio becomes soloAmbient            | R36
    ring activates                       | R12
    ring sets phoneCall                  | R36 R37 R42
    ring becomes playback mixWithOthers  | R36
    dock dies                            | R48
    """

  @Test func `R55: a decision names what it rests on, and nothing else`() throws {
    let scenario = try #require(
      try ScenarioParser.scenarios(in: DecisionRulesTests.stage, file: "x").first
    )
    var world = try CoreWorld(scenario.stage)
    for row in DecisionRulesTests.rows.split(separator: "\n") {
      let columns = row.components(separatedBy: "|").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      _ = try world.perform(try Action(columns[0]))
      let found =
        world.decision.rules.rules.map(\.name)
        + world.decision.cells.cells.map { world.arbiter.kindNames[$0] }
      #expect(found.joined(separator: " ") == columns[1], "\(columns[0])")
    }
  }
}
