import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Calls by themselves: on the main thread, from many tasks, refused, without a daemon.
@Suite(.tags(.process)) struct CallTests {
  @Test func `activating on the main thread doesn't wait for an observer of that thread`() throws {
    let others = try Others()
    let program = try RunningProgram("busy", others.daemon)
    try program.told("play", says: "plays")
    try program.told("hold", says: "holds the main thread")
    let rival = try others.begin(["name": "rival", "category": "playback"])
    try others.ask("session.report", ["session": rival, "playing": true])
    // Its reply comes behind the interruption, which waits for the main thread.
    try program.told("look", says: "other audio true")
    try program.told("go", says: "active on the main thread true")
    try program.hears("interruption 1 on the main thread true")
    let expected = [
      "plays", "holds the main thread", "other audio true", "active on the main thread true",
      "interruption 1 on the main thread true",
    ]
    #expect(try program.end() == expected)
  }

  @Test func `a program whose main queue other threads serve hears what it observes there`() throws
  {
    let others = try Others()
    let podcast = try RunningProgram(
      "podcast",
      "dispatched",
      socket: others.daemon.socketPath
    )
    try podcast.told("play", says: "plays")
    let call = try others.call()
    try podcast.hears("interrupted while playing")
    try others.hangUp(call)
    try podcast.hears("plays")
    #expect(try podcast.end() == ["plays", "interrupted while playing", "plays"])
  }

  @Test func `notifications as an asynchronous sequence, in order, to its cancellation`() throws {
    let others = try Others()
    let program = try RunningProgram("sequence", others.daemon)
    try program.told("play", says: "plays")
    let call = try others.call()
    try others.hangUp(call)
    try program.hears("read 0")
    try program.told("cancel", says: "read all")
    #expect(try program.end() == ["plays", "read 1", "read 0", "read all"])
  }

  @Test func `illegal settings: refused with Apple's error number, and nothing changes`() throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    let refused = "NSOSStatusErrorDomain badParam"
    try program.told("categories", says: "independent: \(refused)")
    let modes = ["Default", "SpokenAudio", "VoicePrompt"].map { "AVAudioSessionMode\($0)" }
    let expected = [
      "modes \(modes.joined(separator: " "))",
      "duck: AVAudioSessionCategoryPlayback AVAudioSessionModeDefault 3 default",
      "film: AVAudioSessionCategoryPlayback AVAudioSessionModeMoviePlayback 3 default",
      "kept mode: AVAudioSessionCategoryPlayback AVAudioSessionModeMoviePlayback 0 default",
      "dropped mode: AVAudioSessionCategoryAmbient AVAudioSessionModeDefault 0 default",
      "chat: AVAudioSessionCategoryPlayAndRecord AVAudioSessionModeVoiceChat 4 default",
      "wrong mode: \(refused)",
      "implied and named: AVAudioSessionCategoryPlayback AVAudioSessionModeDefault 64 default",
      "long: AVAudioSessionCategoryPlayback AVAudioSessionModeSpokenAudio 0 longFormAudio",
      "wrong option: \(refused)",
      "unknown bit: \(refused)",
      "unknown category: \(refused)",
      "independent: \(refused)",
    ]
    #expect(try program.end() == expected)
  }

  @Test func `preferences reach the daemon`() throws {
    let others = try Others()
    let program = try RunningProgram("settings", others.daemon)
    try program.told("preferences", says: "alerts true route false sounds true")
    let preferences = try others.sessions("preferences")
    let expected: JSONValue = [
      "prefersNoInterruptionsFromSystemAlerts": true,
      "prefersInterruptionOnRouteDisconnect": false,
      "allowHapticsAndSystemSoundsDuringRecording": true,
      "isNowPlayingCandidate": false,
    ]
    #expect(preferences == [#""avfaudio-programs" \#(expected.text)"#])
    _ = try program.end()
  }

  @Test func `R53: playback that doesn't mix is a candidate for Now Playing`() throws {
    let others = try Others()
    let podcast = try RunningProgram("podcast", others.daemon)
    let prompt = try RunningProgram("navigation", others.daemon)
    try podcast.told("play", says: "plays")
    try prompt.told("speak", says: "speaks in mode AVAudioSessionModeSpokenAudio, options 19")
    let list = try others.ask("session.list")["sessions"]?.array ?? []
    let candidates = list.map { $0["preferences"]?["isNowPlayingCandidate"]?.text }
    #expect(candidates == ["true", "false"])
    _ = try (podcast.end(), prompt.end())
  }

  @Test func `activation without waiting, by handler and by await`() throws {
    let others = try Others()
    let program = try RunningProgram("asynchronous", others.daemon)
    let active = "AVAudioSessionDidBecomeActiveNotification "
    let inactive = "AVAudioSessionDidBecomeInactiveNotification app"
    let replies = ["active true, error none", "inactive true"]
    try program.told("handler", says: "active true, error none")
    try program.hears(all: [inactive, "inactive true"])
    #expect(program.said.filter { $0.hasPrefix("AV") } == [active, inactive])
    #expect(program.said.filter { !$0.hasPrefix("AV") } == replies)
    try program.told("await", says: "active true")
    try program.hears("inactive true")
    #expect(
      program.said.filter { !$0.hasPrefix("AV") } == replies + ["active true", "inactive true"]
    )
    _ = try program.end()
  }

  @Test func `more tasks than threads may wait at once`() throws {
    let others = try Others()
    let program = try RunningProgram("asynchronous", others.daemon)
    try program.told("tasks", says: "refusals 0")
    _ = try program.end()
  }

  @Test func `a change of muted output is posted, without a daemon too`() throws {
    let folder = try TemporaryDirectory()
    let program = try RunningProgram("settings", socket: folder.path(of: "nobody"))
    try program.told("mute", says: "muted false")
    #expect(try program.end() == ["muted true", "muted false"])
  }

  @Test func `without a daemon the error has the path of its socket`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "nobody")
    let program = try RunningProgram("settings", socket: path)
    try program.told("activate", says: "activate: NSOSStatusErrorDomain mediaServicesFailed")
    let reason = "connect: No such file or directory"
    try program.told("describe", says: "No audiosessiond answers at \(path): \(reason).")
    _ = try program.end()
  }

  @Test func `an evicted program is told to stop, and may begin anew`() throws {
    let others = try Others()
    let podcast = try RunningProgram("podcast", others.daemon)
    try podcast.told("play", says: "plays")
    let session = try others.ask("session.list")["sessions"]?.array?.first?["session"]
    try others.ask("session.evict", ["session": #require(session)])
    try podcast.hears("interrupted while playing")
    try podcast.told("play", says: "plays")
    #expect(try others.sessions("state") == [#""avfaudio-programs" "active""#])
    #expect(try podcast.end() == ["plays", "interrupted while playing", "plays"])
  }

  @Test func `the article's player does what the article says`() throws {
    let others = try Others()
    let player = try RunningProgram("migrated", others.daemon)
    try player.told("play", says: "plays")
    let speaker: JSONValue = ["portType": "Speaker", "name": "Speaker", "portID": "s"]
    try others.ask("system.setRoute", ["inputs": [], "outputs": [speaker]])
    try player.hears(#"outputs ["Speaker"]"#)
    let prompt = try others.prompt()
    try player.hears("volume 0.2 in 0.3 s")
    try others.ask("session.deactivate", ["session": prompt])
    try player.hears("volume 1.0 in 1.0 s")
    let call = try others.call()
    try player.hears("interrupted")
    try others.hangUp(call)
    try player.hears("plays")
    try player.told("stop", says: "stopped")
    try others.begin(["name": "alarm", "category": "playback", "priority": "alarm"])
    try player.told("try", says: "a call is on")
    let expected = [
      "plays", #"outputs ["Speaker"]"#, "volume 0.2 in 0.3 s", "volume 1.0 in 1.0 s",
      "interrupted", "plays", "stopped", "a call is on",
    ]
    #expect(try player.end() == expected)
  }
}
