import Enforcement
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// They need the trait PipeWire, a dbus-daemon, and mpv with its MPRIS script as Debian installs it.
@Suite(
  .besideThePool,
  .enabled(if: MPRISPlayer.isInstalled, "without the trait PipeWire, or no mpv-mpris")
)
struct MPRISPlayerTests {
  @Test func `mpv pauses and goes on, and shows what its user does`() throws {
    let world = try PlayersWorld()
    let mpv = try world.bus.start(
      "mpv",
      ["--ao=null", "--no-video", "--no-terminal", "av://lavfi:sine=frequency=440"]
    )
    #expect(try shows(.playing, world).pid == mpv.pid)
    for _ in 0..<3 {
      world.pause("mpv")
      #expect(try shows(.paused, world).identity == "mpv")
      world.resume("mpv")
      _ = try shows(.playing, world)
    }
    world.pause("mpv")
    _ = try shows(.paused, world)
    // Its user by another way: without us it would stay paused.
    let name = world.id("mpv").busName
    #expect(PlayerRepair.resumeNow([name], address: BusAddress(text: world.bus.address)) == [name])
    _ = try shows(.playing, world)
    try mpv.kill(SIGTERM)
    try DriverLoop.run(world.players, until: "mpv's end") {
      world.players.takeEvents().contains(.gone(world.id("mpv")))
    }
  }

  /// The next event that shows the status; a player that starts shows others before.
  private func shows(_ status: PlaybackStatus, _ world: PlayersWorld) throws -> Player {
    while true {
      guard case .changed(let player) = try world.next() else { continue }
      if player.status == status { return player }
    }
  }
}

private enum MPRISPlayer {
  static var isInstalled: Bool {
    PrivateBus.isAvailable
      && ["/usr/bin/mpv", "/etc/mpv/scripts/mpris.so"].allSatisfy(
        FileManager.default.fileExists(atPath:)
      )
  }
}
