import AudioSessionBus
import Enforcement
import Foundation
import GraphTestSupport
import TestSupport
import TestTraits
import Testing

@testable import audiosession_agent

/// They need a trait with which sd-bus comes, a dbus-daemon, and mpv with its MPRIS script as Debian
/// installs it.
@Suite(
  .besideThePool(.players),
  .enabled(if: MPRISPlayer.isInstalled, "\(PrivateBus.reason), and mpv-mpris")
)
struct MPRISPlayerTests {
  @Test func `mpv pauses and goes on, and shows what its user does`() throws {
    let world = try PlayersWorld()
    let mpv = try world.bus.start(
      "mpv",
      ["--ao=null", "--no-video", "--no-terminal", "av://lavfi:sine=frequency=440"]
    )
    let first = try shows(.playing, world)
    #expect(first.pid == mpv.pid)
    // The plugin of mpv 0.41 adds an instance to it, also to that of the only one.
    let name = String(first.id.busName.dropFirst("org.mpris.MediaPlayer2.".count))
    #expect(name.hasPrefix("mpv"))
    for _ in 0..<3 {
      world.pause(name)
      #expect(try shows(.paused, world).identity == "mpv")
      world.resume(name)
      _ = try shows(.playing, world)
    }
    world.pause(name)
    _ = try shows(.paused, world)
    // Its user by another way: without us it would stay paused.
    let address = BusAddress(text: world.bus.address)
    #expect(PlayerRepair.resumeNow([first.id.busName], address: address) == [first.id.busName])
    _ = try shows(.playing, world)
    try mpv.kill(SIGTERM)
    try DriverLoop.run(world.players, until: "mpv's end") {
      world.players.takeEvents().contains(.gone(first.id))
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
