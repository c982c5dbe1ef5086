import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import TestSupport
import Testing

/// R59: every square of the pair table, by a second copy of it and by what happens when it is
/// played.
struct PairTableTests {
  /// Rows the newcomer, columns the current session.
  private static let square = """
    new N    S    RC   M    MS   D    I    ID   AS   AL   RG   CL   AX
    N   int  int  int  mix  mix  low  mix  low  low  pri  pri  pri  low
    S   int  int  int  mix  mix  low  mix  low  low  pri  pri  pri  low
    RC  int  int  int  mix  mix  low  mix  low  pri  pri  pri  pri  low
    M   mix  mix  mix  mix  mix  low  mix  low  low  low  low  low  low
    MS  mix  mix  mix  mix  mix  low  mix  low  low  low  low  low  low
    D   duck duck duck duck duck duck duck duck low  low  low  low  low
    I   mix  int  mix  mix  int  low  mix  low  low  low  low  low  low
    ID  duck int  duck duck int  duck duck duck low  low  low  low  low
    AS  int  int  int  duck int  duck duck duck int  duck pri  pri  mix
    AL  int  int  int  duck int  duck duck duck low  int  low  low  low
    RG  int  int  int  int  int  duck int  duck int  int  mix  low  low
    CL  int  int  int  int  int  duck int  duck int  int  int  int  mix
    AX  duck duck duck duck duck duck duck duck mix  duck duck mix  mix
    """

  /// A session of each kind, in the order of the square.
  private static let kinds = [
    "N": "soloAmbient",
    "S": "soloAmbient spokenAudio",
    "RC": "playAndRecord",
    "M": "playback mixWithOthers",
    "MS": "playback spokenAudio mixWithOthers",
    "D": "playback duckOthers",
    "I": "playback interruptSpokenAudioAndMixWithOthers",
    "ID": "playback duckOthers interruptSpokenAudioAndMixWithOthers",
    "AS": "playback assistant",
    "AL": "playback alarm",
    "RG": "playback ringtone",
    "CL": "playback phoneCall",
    "AX": "playback role accessibility",
  ]

  /// One square: the letters of newcomer and current, and the outcome's.
  struct Meeting: CustomStringConvertible, Sendable {
    var newcomer: String
    var current: String
    var outcome: String

    var description: String { "\(newcomer)×\(current) \(outcome)" }
  }

  static let meetings: [Meeting] = {
    let rows = square.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let columns = rows[0].dropFirst()
    return rows.dropFirst().flatMap { row in
      zip(columns, row.dropFirst()).map {
        Meeting(newcomer: row[0], current: $0, outcome: $1)
      }
    }
  }()

  @Test func `R59: the table is the one in the rules`() {
    let letters: [Outcome: String] = [
      .interrupt: "int", .duck: "duck", .duckNewcomer: "low", .mix: "mix", .refuse: "pri",
    ]
    let seen = Kind.builtIn.flatMap { newcomer in
      Kind.builtIn.map { letters[PairTable.builtIn(newcomer, $0)] ?? "?" }
    }
    #expect(seen == PairTableTests.meetings.map(\.outcome))
    #expect(seen.count == 169)
  }

  @Test(arguments: meetings)
  func `R59: a newcomer and a current session`(_ meeting: Meeting) throws {
    let told = outcome(of: meeting)
    try play(
      """
      scenario \(meeting)
      rules \(rule(of: meeting))
        current is \(configuration(meeting.current))
        newcomer is \(configuration(meeting.newcomer))
        current activates -> granted
        newcomer activates -> \(told.arrival.joined(separator: "\n"))
        newcomer deactivates notifying -> \(told.departure.joined(separator: "\n"))
      """
    )
  }

  @Test(arguments: meetings)
  func `R52: a newcomer of the same process disturbs nobody`(_ meeting: Meeting) throws {
    try play(
      """
      scenario \(meeting) within one process
      rules R12
        current and newcomer are in one process
        current is \(configuration(meeting.current))
        newcomer is \(configuration(meeting.newcomer))
        current activates -> granted
        newcomer activates -> granted
        current is active, gain 1
        newcomer is active, gain 1
      """
    )
  }

  private func play(_ text: String) throws {
    for scenario in try ScenarioParser.scenarios(in: text, file: "square") {
      let difference = ScenarioRunner.firstDifference(of: scenario, in: CoreWorld.self)
      if let difference { Issue.record("\(text)\n\(difference)") }
    }
  }

  private func configuration(_ letters: String) -> String { PairTableTests.kinds[letters] ?? "?" }

  /// The effects when the newcomer is activated, and when it leaves again.
  private func outcome(of meeting: Meeting) -> (arrival: [String], departure: [String]) {
    let isHeard = gives(meeting.newcomer, hintTo: meeting.current)
    let hints = isHeard ? ["current hint begin"] : []
    let hintsEnd = isHeard ? ["current hint end"] : []
    switch meeting.outcome {
    case "int":
      return (["granted", "current began by newcomer"], ["granted", "current ended shouldResume"])
    case "duck":
      let gain = gain(of: meeting.current, under: meeting.newcomer)
      return (
        ["granted", "current ducked \(gain)"] + hints, ["granted", "current unducked"] + hintsEnd
      )
    case "low":
      let gain = gain(of: meeting.newcomer, under: meeting.current)
      return (["granted", "newcomer ducked \(gain) at once"] + hints, ["granted"] + hintsEnd)
    case "pri":
      return (["refused !pri by current"], ["granted"])
    default:
      return (["granted"] + hints, ["granted"] + hintsEnd)
    }
  }

  /// The microphone is the call's before the square is asked (R7).
  private func rule(of meeting: Meeting) -> String {
    if meeting.newcomer == "RC" && meeting.current == "CL" { return "R7" }
    return meeting.outcome == "mix" ? "R12" : "R59"
  }

  /// R45: who doesn't mix tells those that aren't above it to be silent.
  private func gives(_ newcomer: String, hintTo current: String) -> Bool {
    let ranks = ["N": 1, "S": 1, "RC": 1, "AS": 2, "AL": 3, "RG": 4, "CL": 4]
    guard let rank = ranks[newcomer] else { return false }
    return rank >= ranks[current] ?? 1
  }

  /// R18: calls, rings and assistants lower music further, but not prompts.
  private func gain(of ducked: String, under ducker: String) -> String {
    let isStrong = ["AS", "RG", "CL"].contains(ducker)
    let isMusic = ["N", "S", "RC", "M", "MS", "I"].contains(ducked)
    return isStrong && isMusic ? "0.0178" : "0.2"
  }
}
