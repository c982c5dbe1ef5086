import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Programs in the shape of those on iOS, each in a process of its own against the real daemon.
@Suite(.tags(.process)) struct ProgramTests {
  @Test func `a podcast player resumes only what was playing`() throws {
    let others = try Others()
    let podcast = try RunningProgram("podcast", others.daemon)
    try podcast.told("play", says: "plays")
    let first = try others.call()
    try podcast.hears("interrupted while playing")
    try others.hangUp(first)
    try podcast.hears("plays")
    let second = try others.call()
    try podcast.hears("interrupted while playing")
    try podcast.told("pause", says: "paused")
    try others.hangUp(second)
    try podcast.hears("stays silent")
    let expected = [
      "plays", "interrupted while playing", "plays", "interrupted while playing", "paused",
      "stays silent",
    ]
    #expect(try podcast.end() == expected)
  }

  @Test func `an audiobook that listens late hears the end alone`() throws {
    let others = try Others()
    let book = try RunningProgram("audiobook", others.daemon)
    try book.told("play", says: "plays")
    let call = try others.call()
    try book.hears("posted 1")
    try book.told("listen", says: "listens")
    try others.hangUp(call)
    try book.hears("may resume")
    try book.told("ignore", says: "ignores")
    try book.told("play", says: "plays")
    let unheard = try others.call()
    try book.hears("posted 1")
    try others.hangUp(unheard)
    try book.hears("posted 0")
    let said = try book.end().filter { !$0.hasPrefix("posted") }
    #expect(said == ["plays", "listens", "may resume", "ignores", "plays"])
  }

  @Test func `a prompt lowers music and pauses speech, and gives both back`() throws {
    let others = try Others()
    try others.begin([
      "name": "music", "category": "playback", "options": ["mixWithOthers"],
    ])
    let podcast = try RunningProgram("podcast", others.daemon)
    try podcast.told("play", says: "plays")
    let prompt = try RunningProgram("navigation", others.daemon)
    let speaks = "speaks in mode AVAudioSessionModeSpokenAudio, options 19"
    try prompt.told("speak", says: speaks)
    try podcast.hears("interrupted while playing")
    let during = try others.sessions("state", "gain")
    try prompt.told("stop", says: "has spoken")
    try podcast.hears("plays")
    let after = try others.sessions("state", "gain")
    let program = #""avfaudio-programs""#
    #expect(
      during == [
        #""music" "active" 0.2"#, program + #" "interrupted" 1"#, program + #" "active" 1"#,
      ]
    )
    #expect(
      after == [
        #""music" "active" 1"#, program + #" "active" 1"#, program + #" "inactive" 1"#,
      ]
    )
    #expect(try prompt.end() == [speaks, "has spoken"])
    #expect(try podcast.end() == ["plays", "interrupted while playing", "plays"])
  }

  @Test func `a call nests its activations, and comes back after another`() throws {
    let others = try Others()
    let program = try RunningProgram("call", others.daemon)
    try program.told("configure", says: "configured, options 36")
    try program.told("activate", says: "active 1")
    try program.told("activate", says: "active 2")
    try program.told("deactivate", says: "active 1")
    let phone = try others.call()
    try program.hears("interrupted: true")
    try others.hangUp(phone)
    try program.hears("takes up the call")
    #expect(try others.sessions("state") == [#""avfaudio-programs" "active""#])
    try program.told("deactivate", says: "active 0")
    #expect(try others.sessions("state") == [#""avfaudio-programs" "inactive""#])
    let another = try others.call()
    try program.told("activate", says: "NSOSStatusErrorDomain insufficientPriority")
    try others.hangUp(another)
    let expected = [
      "configured, options 36", "active 1", "active 2", "active 1", "interrupted: true",
      "interrupted: false", "takes up the call", "active 0",
      "NSOSStatusErrorDomain insufficientPriority",
    ]
    #expect(try program.end() == expected)
  }

  @Test func `an assistant builds anew after a reset`() throws {
    let others = try Others()
    let assistant = try RunningProgram("assistant", others.daemon)
    try assistant.told("listen", says: "listens at 16000.0")
    try others.daemon.process.kill()
    try assistant.hears("NSOSStatusErrorDomain mediaServicesFailed")
    try others.daemon.restart()
    try assistant.hears("reset, information: 0")
    try assistant.hears("listens at 16000.0")
    let expected = [
      "listens at 16000.0", "lost", "NSOSStatusErrorDomain mediaServicesFailed",
      "reset, information: 0",
      "AVAudioSessionCategoryPlayAndRecord AVAudioSessionModeMeasurement 3",
      "listens at 16000.0",
    ]
    #expect(try assistant.end() == expected)
  }

  @Test func `a game reads the hint, and hears it change`() throws {
    let others = try Others()
    let game = try RunningProgram("game", others.daemon)
    try game.told("look", says: "hint false, other audio false, normal")
    let music = try others.begin(["name": "music", "category": "playback"])
    try others.ask("session.report", ["session": music, "playing": true])
    try game.told("look", says: "hint true, other audio true, normal")
    try game.told("play", says: "plays")
    try others.ask("session.report", ["session": music, "playing": false])
    try game.hears("music on")
    try others.ask("session.report", ["session": music, "playing": true])
    try game.hears("music off")
    let expected = [
      "hint false, other audio false, normal", "hint true, other audio true, normal", "plays",
      "music on", "music off",
    ]
    #expect(try game.end() == expected)
  }

  @Test func `every cast succeeds on what a notification carries`() throws {
    let others = try Others()
    let program = try RunningProgram("casts", others.daemon)
    try program.told("play", says: "plays")
    let call = try others.call()
    try program.hears("type 1")
    try others.hangUp(call)
    try program.hears("type 0 option 1 equal true")
    let expected = [
      "plays", "true",
      "AVAudioSessionInterruptionTypeKey 1 1 1 1 1",
      "AVAudioSessionInterruptionOptionKey absent",
      "AVAudioSessionInterruptionReasonKey 0 0 0 0 0",
      "AVAudioSessionInterruptionWasSuspendedKey absent",
      "type 1", "true",
      "AVAudioSessionInterruptionTypeKey 0 0 0 0 0",
      "AVAudioSessionInterruptionOptionKey 1 1 1 1 1",
      "AVAudioSessionInterruptionReasonKey absent",
      "AVAudioSessionInterruptionWasSuspendedKey absent",
      "type 0 option 1 equal true",
    ]
    #expect(try program.end() == expected)
  }

  @Test func `the documented handlers see interruptions and routes`() throws {
    let others = try Others()
    let speaker: JSONValue = ["portType": "Speaker", "name": "Speaker", "portID": "s"]
    let headphones: JSONValue = ["portType": "Headphones", "name": "Headphones", "portID": "h"]
    try others.ask("system.setRoute", ["inputs": [], "outputs": [speaker]])
    let program = try RunningProgram("handlers", others.daemon)
    try program.told("play", says: "plays, headphones false")
    try others.ask("system.setRoute", ["inputs": [], "outputs": [speaker, headphones]])
    try program.hears("new device, headphones true, main thread false")
    let call = try others.call()
    try program.hears("began, default, on the main thread true")
    try others.hangUp(call)
    try program.hears("ended, resume")
    try program.told("play", says: "plays, headphones true")
    try others.ask("system.setRoute", ["inputs": [], "outputs": [speaker]])
    try program.hears("began, routeDisconnected, on the main thread true")
    try program.hears("device gone, before true, now false")
    let expected = [
      "plays, headphones false", "new device, headphones true, main thread false",
      "began, default, on the main thread true", "ended, resume", "plays, headphones true",
      "began, routeDisconnected, on the main thread true",
      "device gone, before true, now false",
    ]
    #expect(try program.end() == expected)
  }
}
