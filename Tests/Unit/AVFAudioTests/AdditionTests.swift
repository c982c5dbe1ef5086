import AudioSession
import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

@testable import AVFAudio

/// What Linux adds to Apple's interface, as a program uses it.
@Suite(.tags(.process)) struct AdditionTests {
  @Test func `R18: a ducked program is told its gain, and that it is loud again`() throws {
    let others = try Others()
    let player = try RunningProgram("ducked", others.daemon)
    try player.told("play", says: "plays")
    let prompt = try others.prompt()
    try others.ask("session.report", ["session": prompt, "playing": true])
    try player.hears("gain 0.2 in 0.3 s, now 0.2")
    try others.ask("session.deactivate", ["session": prompt])
    try player.hears("gain 1.0 in 1.0 s, now 1.0")
    _ = try player.end()
  }

  @Test func `a program that is ducked and then interrupted isn't left quiet`() throws {
    let others = try Others()
    let player = try RunningProgram("ducked", others.daemon)
    try player.told("play", says: "plays")
    let prompt = try others.prompt()
    try others.ask("session.report", ["session": prompt, "playing": true])
    try player.hears("gain 0.2 in 0.3 s, now 0.2")
    _ = try others.call()
    try player.hears("gain 1.0 in 0.0 s, now 1.0")
    try player.told("record", says: "phone is in the way")
    _ = try player.end()
  }

  @Test func `R29: a pause is reported, so that others aren't told that it plays`() throws {
    let others = try Others()
    let player = try RunningProgram("ducked", others.daemon)
    try player.told("play", says: "plays")
    #expect(try others.sessions("playing") == [#""avfaudio-programs" true"#])
    try player.told("pause", says: "paused")
    #expect(try others.sessions("playing") == [#""avfaudio-programs" false"#])
    _ = try player.end()
  }

  @Test func `R3, R66: priority and role reach the daemon`() throws {
    let others = try Others()
    let player = try RunningProgram("ducked", others.daemon)
    try player.told("call", says: "calls with priority phoneCall")
    #expect(try others.sessions("priority") == [#""avfaudio-programs" "phoneCall""#])
    let reader = try RunningProgram("ducked", others.daemon)
    try reader.told("read aloud", says: "role accessibility")
    _ = try (player.end(), reader.end())
  }

  @Test
  func `R52, R63: application, zone and lease are those that it names, and it is one session`()
    throws
  {
    let others = try Others()
    let player = try RunningProgram("ducked", others.daemon)
    try player.told("play", says: "plays")
    let described = "desk kitchen AVAudioSessionCategoryPlayback"
    try player.told("be several", says: described)
    let sessions = try others.ask("session.list")["sessions"]?.array ?? []
    #expect(sessions.map { $0["zone"]?.string } == ["kitchen"])
    #expect(sessions.first?["lease"]?["leaseName"] == "radio")
    #expect(sessions.first?["lease"]?["ttlSeconds"] == 90)
    #expect(sessions.first?["application"] == "desk")
    _ = try player.end()
  }

  @Test func `the gain is posted when it changes, and not otherwise`() {
    var gain = PostedGain()
    let rows: [(SessionEvent, Double?)] = [
      (.didBecomeActive, nil), (.ducking(gain: 0.2, ramp: .milliseconds(300)), 0.2),
      (.ducking(gain: 0.2, ramp: .zero), nil), (.mediaServicesLost, 1), (.mediaServicesReset, nil),
      (.ducking(gain: 0, ramp: .zero), 0), (.didBecomeInactive(.app, reason: nil), 1),
      (.ducking(gain: 0.5, ramp: .zero), 0.5), (.closed(.evicted), 1),
      (.ducking(gain: 0.5, ramp: .zero), 0.5), (.interruptionBegan(reason: .default, by: nil), 1),
    ]
    for (event, expected) in rows {
      let posted = gain.change(by: event)?.values[AVAudioSession.Linux.gainKey]
      guard case .real(let value)? = posted else {
        #expect(posted == nil && expected == nil, "\(event)")
        continue
      }
      #expect(value == expected, "\(event)")
    }
  }
}
