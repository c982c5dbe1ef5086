import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// Beside a desktop that sleeps, that locks the screen, and that isn't to be disturbed.
  @Suite(.enabled(if: PrivateBus.isAvailable, "\(PrivateBus.reason)"))
  struct DesktopSoundTests {
    private let bus: PrivateBus
    private let desktop: BusActor
    private let stage: SoundStage

    init() throws {
      let bus = try PrivateBus()
      self.bus = bus
      let desktop = try BusActor(on: bus)
      self.desktop = desktop
      let keys = "[Agent]\nPauseOnLock=yes\nDoNotDisturb=yes\n\n"
      stage = try SoundStage(rules: keys + SoundStage.rules) { _ in
        for line in ["login1", "session a \(getuid()) seat0 yes", "notifications"] {
          try desktop.perform(line)
        }
        return ["env"]
          + ["SYSTEM", "SESSION"].map { "DBUS_\($0)_BUS_ADDRESS=\(bus.address)" }
      }
    }

    @Test("music is stopped while the screen is locked, and goes on at the same place")
    func locked() throws {
      let music = try stage.playMusic()
      try stage.agent.awaitAdopted()
      try desktop.perform("lock a yes")
      try stage.hearSilence()
      #expect(try music.framesPerSecond() == 0)
      // What is started now is heard.
      let other = try stage.playMusic("other")
      try other.kill()
      try stage.hearSilence()
      try desktop.perform("lock a no")
      try stage.hearMusic(SoundStage.full, within: 0.1)
      try music.expectPlaying(beside: stage.recording)
    }

    @Test("the machine sleeps once its music is silent, and the music goes on when it wakes")
    func asleep() throws {
      let music = try stage.playMusic()
      try stage.agent.awaitAdopted()
      try expectLock()
      try desktop.perform("sleep yes")
      #expect(try desktop.nextCall().what == "released")
      let start = Moment.now
      #expect(try stage.loudest(start..<start + .milliseconds(100)) < -100)
      #expect(try music.framesPerSecond() == 0)
      try desktop.perform("sleep no")
      try expectLock()
      try stage.hearMusic(SoundStage.full, within: 0.1)
    }

    @Test("a daemon that dies while the machine is awake leaves the lock on sleep")
    func awake() throws {
      try expectLock()
      try stage.daemon.process.kill()
      let loss = "lost the daemon"
      try Condition.wait(loss) { stage.agent.program.said.contains(loss) }
      #expect(try desktop.takeCalls() == [])
      // Nobody is there to be told.
      try desktop.perform("sleep yes")
      #expect(try desktop.nextCall().what == "released")
    }

    @Test("a daemon that dies before it has heard of sleep keeps nobody awake")
    func asleepWithoutDaemon() throws {
      try expectLock()
      stage.daemon.process.send(SIGSTOP)
      try desktop.perform("sleep yes")
      #expect(try desktop.takeCalls() == [])
      try stage.daemon.process.kill()
      #expect(try desktop.nextCall().what == "released")
    }

    @Test("a notification isn't heard during Do Not Disturb, and music is")
    func undisturbed() throws {
      let role = ["media.role": "Notification"]
      let bell = try stage.graph.play(Pitch.music, "bell", role)
      try stage.hearMusic(SoundStage.full)
      try desktop.perform("inhibit yes")
      try stage.hearSilence()
      let music = try stage.playMusic()
      try music.kill()
      try stage.hearSilence()
      try desktop.perform("inhibit no")
      try stage.hearMusic(SoundStage.full, within: 0.1)
      withExtendedLifetime(bell) {}
    }

    /// Waits until the agent has taken its lock on sleep.
    private func expectLock() throws {
      #expect(try desktop.nextCall().what == "Inhibit sleep audiosession-agent delay")
    }
  }
}
