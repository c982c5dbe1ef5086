import AudioSessionArbitration
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

  /// Events with the rules that they rest on; played from top to bottom.
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
    phone activates                      | R12 R28 R52 R59 phoneCall.exclusive phoneCall.mixable
    ring deactivates                     | R23 R24 R25
    recorder activates                   | R7 R34
    film activates                       | R9 R12 R16 R17 R18 R19 R28 R59 exclusive.exclusive
    phone deactivates                    | R18 R19 R23 R24 R25 R26 R27 R34 R45
    recorder activates                   | R12 R15 R28 R59 recording.exclusive
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
    film activates                       | R12 R15 R28 R33 R59 exclusive.exclusive exclusive.spoken
    film is suspended                    | R24 R26 R30 R47
    film is resumed                      | R47
    hook renews                          | R48
    the machine sleeps                   | R50
    the machine wakes                    | R40 R50
    the route changes: override          | R40
    clock activates                      | R12 R28 R59 alarm.exclusive alarm.spoken
    phone activates | R12 R15 R28 R59 phoneCall.exclusive phoneCall.spoken phoneCall.alarm
    phone sets no options                | R36
    the policy becomes DuckGain=0.5      | R61
    phone closes                         | R24 R25 R26 R30 R48
    clock is evicted                     | R25 R48
    music sets unknownValue              | R4
    the offer lapses                     | R30
    20s pass                             |
    the lease ends                       | R48
    film dies                            | R48
    radio goes to the background         | R12
    radio becomes soloAmbient            | R36
    ring activates                       | R12
    ring sets phoneCall                  | R36 R37
    ring becomes playback mixWithOthers  | R36
    dock dies                            | R48
    """

  private static let secondStage = """
    scenario roles, zones, reports and the silent switch
    policy [Role siren] Like=alarm [Role bell] Like=ducking
    dock reports for user 1000
    game is ambient
    music is playback in the zone kitchen
    film is playback in the zone bedroom
    horn is playback role siren
    door is playback role bell
    chat is playAndRecord mixWithOthers
    recorder is record
    """

  private static let secondRows = """
    game activates | R12
    the silent switch is on | R18 R19 R62
    the silent switch is on, says dock | R60 R62
    the silent switch is off | R60 R62
    dock dies | R18 R19 R48 R60 R62
    music activates | R12 R45
    film activates | R12
    music sets role bell | R16 R18 R19 R36 R59 bell.mixable
    horn activates | R12 R15 R16 R18 R19 R45 R59 siren.exclusive siren.mixable siren.bell
    door activates | R12 R16 R17 R18 R19 R59 bell.mixable bell.siren bell.bell
    recorder activates | R10 R34 R59 recording.siren
    recorder records | R64
    recorder plays | R65
    chat activates | R12 R16 R17 R18 R19 R59 mixable.siren mixable.bell
    chat records | R12
    the microphone is muted, says dock | R15 R43 R60
    the route becomes USBAudio with USBAudio: newDeviceAvailable | R26 R40 R43
    the route becomes Speaker: oldDeviceUnavailable, says chat | R40 R60
    chat dies | R40 R48 R60
    music sets no role | R10 R36 R59 exclusive.siren
    door deactivates | R23 R24
    the policy becomes [Role bell] Like=mixable | R59 R61 R66 ducking.mixable alarm.mixable alarm.ducking
    horn deactivates | R18 R19 R23 R24 R25 R26 R27 R34 R45
    horn activates | R3
    door activates | R12 R16 R17 R18 R19 R59 R66 bell.ducking
    music goes to the background | R12
    """

  @Test(arguments: [(stage, rows), (secondStage, secondRows)])
  func `R55: a decision names what it rests on, and nothing else`(
    _ stage: String,
    _ rows: String
  ) throws {
    let scenario = try #require(try ScenarioParser.scenarios(in: stage, file: "x").first)
    var world = try CoreWorld(scenario.stage)
    for row in rows.split(separator: "\n") {
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
