import AudioSessionJSON
import TestSupport
import TestTraits
import Testing

/// What a program learns of the hardware and of its user's mutes, and what it mutes itself (R67, R68).
struct MutingTests {
  private static let constants =
    "48000.0 Hz, 0.02 s, in 0.0 s, out 0.0 s, volume 1.0, channels 1 of 2, 2 of 2"

  @Test(.tags(.process))
  func `the hardware is as reported, and as ever where nothing is`() throws {
    let others = try Others()
    let program = try RunningProgram("muting", others.daemon)
    try program.told("numbers", says: Self.constants)
    let speaker: JSONValue = ["portType": "Speaker", "name": "Desk", "portID": "d"]
    let hardware: JSONValue = [
      "sampleRate": 44_100, "bufferFrames": 441, "inputLatencySeconds": 0.25,
      "outputLatencySeconds": 0.5, "outputVolume": 0.5, "inputChannels": 3, "outputChannels": 6,
    ]
    let route: JSONValue = ["inputs": [], "outputs": [speaker], "hardware": hardware]
    try others.ask("system.setRoute", route)
    try program.hears("volume: 0.5")
    try program.told(
      "numbers",
      says: "44100.0 Hz, 0.01 s, in 0.25 s, out 0.5 s, volume 0.5, channels 3 of 3, 6 of 6"
    )
    try others.ask("system.setRoute", ["inputs": [], "outputs": [speaker]])
    try program.hears("volume: ?")
    try program.told("numbers", says: Self.constants)
    _ = try program.end()
  }

  @Test(.tags(.process))
  func `the program's mutes are told to the daemon, the user's are posted, each change once`()
    throws
  {
    let others = try Others()
    let program = try RunningProgram("muting", others.daemon)
    try program.told("mute output", says: "output muted: 1")
    try program.told("mute input", says: "input muted: 1")
    try program.told("mutes", says: "input true, output true")
    let sessions = try others.ask("session.list")["sessions"]?.array ?? []
    let session = try #require(sessions.first { $0["mutedByProgram"] != nil })
    #expect(session["mutedByProgram"] == ["input", "output"])
    func mute(_ muted: JSONValue, wantsUnmute: Bool = false) throws {
      let number = session["session"] ?? .null
      try others.ask(
        "system.setSessionMuted",
        ["session": number, "muted": muted, "wantsUnmute": .bool(wantsUnmute)]
      )
    }
    // Muted it is already.
    try mute(["output"])
    try mute([], wantsUnmute: true)
    try program.hears("to be heard")
    try mute(["output"])
    try program.send("unmute output")
    try program.told("mutes", says: "input true, output true")
    try mute([])
    try program.hears("output muted: 0")
    #expect(try program.end().filter { $0.contains("output muted") }.count == 2)
  }

  @Test(.tags(.process))
  func `a mute without a daemon is told to the one that comes`() throws {
    let others = try Others()
    let program = try RunningProgram("muting", others.daemon)
    try program.told("mute output", says: "output muted: 1")
    try others.daemon.restart()
    try Condition.wait("the mute in the new daemon") {
      let connection = try others.daemon.connect()
      let sessions = try connection.granted("session.list", [:])["sessions"]?.array ?? []
      return sessions.contains { $0["mutedByProgram"] == ["output"] }
    }
    _ = try program.end()
  }
}
