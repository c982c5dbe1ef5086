import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// What is left of what a program set, when its session is gone: all after a reset, and nothing after
/// an eviction.
@Suite(.tags(.process)) struct StartingAnewTests {
  private static let initial =
    "SoloAmbient 0 0.0 48000.0 0.0 0.02 0 1 0 2 1.0 false false false none none"
  private static let wished =
    "Playback 64 44100.0 44100.0 0.005 0.005 2 2 6 6 0.5 true true true landscapeLeft spokenAudio"

  @Test func `R49: after a reset everything is set as before`() throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    try program.told("wishes", says: Self.initial)
    try program.told("wish", says: Self.wished)
    try others.daemon.restart()
    try program.hears("reset")
    try program.told("wishes", says: Self.wished)
    try program.told("wish", says: Self.wished)
    let expected = [Self.initial, Self.wished, "reset", Self.wished, Self.wished]
    // What is posted comes in a time of its own.
    #expect(try program.end().filter { !$0.hasPrefix("muted") } == expected)
  }

  @Test func `after an eviction a program hears of what happens as before`() throws {
    let others = try Others()
    let podcast = try RunningProgram("podcast", others.daemon)
    for _ in 0..<2 {
      try podcast.told("play", says: "plays")
      let call = try others.call()
      try podcast.hears("interrupted while playing")
      try others.hangUp(call)
      try podcast.hears("plays")
      let sessions = try others.ask("session.list")["sessions"]?.array ?? []
      try others.ask("session.evict", ["session": #require(sessions.first?["session"])])
      try podcast.hears("interrupted while playing")
    }
    let round = ["plays", "interrupted while playing", "plays", "interrupted while playing"]
    #expect(try podcast.end() == round + round)
  }

  @Test func `without a daemon nobody else plays, and there is no route`() throws {
    let folder = try TemporaryDirectory()
    let game = try RunningProgram("game", socket: folder.path(of: "nobody"))
    try game.told("look", says: "hint false, other audio false, normal")
    _ = try game.end()
    let program = try RunningProgram("settings", socket: folder.path(of: "nobody"))
    try program.told("inputs", says: "none false")
    _ = try program.end()
  }

  @Test func `after an eviction everything is as at the start`() throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    try program.told("wish", says: Self.wished)
    let session = try others.ask("session.list")["sessions"]?.array?.first?["session"]
    try others.ask("session.evict", ["session": #require(session)])
    try program.hears("interrupted")
    try program.told("wishes", says: Self.initial)
    try program.told("wish", says: Self.wished)
    #expect(try others.sessions("category") == [#""avfaudio-programs" "playback""#])
    _ = try program.end()
  }

  @Test
  func `a program that sets its category during an eviction hears of it and keeps what it set`()
    throws
  {
    let others = try Others()
    let program = try RunningProgram("insistent", others.daemon)
    let rounds = 400
    for _ in 0..<rounds {
      try program.told("insist", says: "insists")
      let session = try others.ask("session.list")["sessions"]?.array?.first?["session"]
      try others.ask("session.evict", ["session": #require(session)])
      try program.hears(beginning: "AVAudioSessionCategory")
    }
    try program.hears("interrupted", times: rounds)
    #expect(
      try Set(program.end()) == ["insists", "interrupted", "AVAudioSessionCategoryPlayback"]
    )
  }
}
