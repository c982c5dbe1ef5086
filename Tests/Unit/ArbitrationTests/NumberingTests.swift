import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import TestSupport
import Testing

/// A decision takes a number if it changed something or was refused by a rule of arbitration.
struct NumberingTests {
  /// Events, and whether each takes a number; played from top to bottom.
  private static let rows = """
    music activates                    | number
    music activates                    | none
    music plays                        | number
    music plays                        | none
    music goes to the background       | number
    music records                      | number
    music becomes playback             | none
    music sets isNowPlayingCandidate   | number
    music sets voiceChat               | none
    film becomes playback spokenAudio  | number
    film deactivates                   | none
    clock activates                    | number
    film activates                     | number
    film activates                     | number
    film deactivates                   | number
    film deactivates                   | none
    phone sets phoneCall               | number
    phone activates                    | number
    music activates                    | number
    1s pass                            | none
    hook renews                        | number
    hook renews                        | none
    the microphone is muted            | number
    the microphone is muted            | none
    the microphone is unmuted          | number
    the machine sleeps                 | number
    the machine sleeps                 | none
    the route changes: override        | number
    the route changes: override        | number
    the policy becomes the default     | number
    1s pass                            | none
    the lease ends                     | number
    phone dies                         | number
    """

  /// R60: a report about a process is kept no longer than there is anything that it concerns.
  private static let reports = """
    film activates                     | number
    film is suspended, says dock       | number
    film is suspended, says dock       | none
    film is suspended                  | number
    film closes                        | number
    film is resumed, says dock         | none
    film is resumed                    | none
    hook activates                     | number
    hook is suspended, says dock       | number
    music opens hook again             | number
    hook is resumed, says dock         | none
    hook opens hook again              | number
    hook activates                     | number
    hook is suspended, says dock       | number
    hook dies                          | number
    hook is resumed, says dock         | none
    hook deactivates                   | none
    nobody is suspended, says dock     | none
    clock activates                    | number
    clock is suspended, says dock      | number
    clock dies                         | number
    dock dies                          | none
    """

  @Test(arguments: [rows, reports])
  func `the numbers rise by one, with what takes one`(_ rows: String) throws {
    var stage = Stage()
    for name in ["music", "film", "clock", "phone", "hook"] {
      var session = DeclaredSession(name: name)
      session.configuration.change.category = .playback
      if name == "clock" { session.configuration.change.priority = .alarm }
      if name == "hook" { session.lease = .seconds(30) }
      stage.sessions.append(session)
    }
    stage.processes.append(SharedProcess(names: ["nobody"], hasConnectionEach: false))
    stage.reporters.updateValue(nil, forKey: "dock")
    stage.grants["phone"] = []
    var world = try CoreWorld(stage)
    var expected = world.arbiter.seq
    for row in rows.split(separator: "\n") {
      let columns = row.split(separator: "|").map { $0.trimmingBlanks }
      _ = try world.perform(try Action(columns[0]))
      let isNumbered = columns[1] == "number"
      if isNumbered { expected += 1 }
      try #require(world.decision.seq == (isNumbered ? expected : nil), "\(row)")
      try #require(world.arbiter.seq == expected, "\(row)")
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
