import AudioSessionJSON
import Foundation
import GraphTestSupport
import TestSupport
import Testing

extension SoundTests {
  /// Beside a desktop that locks the screen, and that isn't to be disturbed.
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
      try music.expectFramesPerSecond(40_000...60_000)
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
  }
}
