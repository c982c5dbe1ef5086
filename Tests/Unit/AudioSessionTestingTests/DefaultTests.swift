import AVFAudio
import AudioSession
import AudioSessionTesting
import Testing

/// The default daemon, in processes of its own, since all tests of a process share it.
@Suite struct DefaultTests {
  @Test func `sessions that name no socket use the default daemon until it resigns`() async {
    await #expect(processExitsWith: .success) {
      let daemon = SimulatedDaemon()
      SimulatedDaemon().resignDefault()
      daemon.becomeDefault()
      let session = Session(name: "player")
      let first = try await session.open()
      #expect(first.number == 1)
      SimulatedDaemon().resignDefault()
      let second = try await Session(name: "other").open()
      #expect(second.number == 2)
      daemon.resignDefault()
      let elsewhere = Session(name: "player", socketPath: "/nowhere")
      await #expect(throws: AudioSessionError.self) { try await elsewhere.open() }
    }
  }

  @Test func `Apple's session is refused by a simulated alarm`() async {
    await #expect(processExitsWith: .success) {
      let daemon = SimulatedDaemon()
      daemon.becomeDefault()
      let player = AVAudioSession.sharedInstance()
      try player.setCategory(.playback)
      try player.setActive(true)
      let alarm = try await daemon.alarm()
      #expect(throws: (any Error).self) { try player.setActive(true) }
      try await alarm.deactivate()
      try player.setActive(true)
    }
  }
}
