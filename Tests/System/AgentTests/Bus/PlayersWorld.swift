import AudioSessionBus
import Enforcement
import Glibc
import GraphTestSupport
import TestSupport

@testable import audiosession_agent

/// Players on a bus of their own, and the driver that watches them.
final class PlayersWorld {
  let bus: PrivateBus
  let actor: BusActor
  let players: Players
  let complaints = Complaints()
  /// What came and wasn't awaited yet.
  private var events: [PlayerEvent] = []

  /// Has the actor do what `lines` say, and connects the driver.
  init(_ lines: [String] = []) throws {
    bus = try PrivateBus()
    actor = try BusActor(on: bus)
    for line in lines { try actor.perform(line) }
    let complaints = complaints
    players = Players(address: BusAddress(text: bus.address)) { complaints.sentences.append($0) }
    players.retry(at: DriverLoop.now)
  }

  /// The next event, after waiting for it.
  func next() throws -> PlayerEvent {
    try DriverLoop.run(players, until: "an event of players") {
      events += players.takeEvents()
      return !events.isEmpty
    }
    return events.removeFirst()
  }

  /// What comes in a while in which nothing is to come.
  func events(within duration: Duration) -> [PlayerEvent] {
    DriverLoop.run(players, for: duration)
    defer { events = [] }
    events += players.takeEvents()
    return events
  }

  /// Waits until so many bytes have arrived from the bus, which no descriptor tells.
  func awaitBytes(_ count: Int) throws {
    try Condition.wait("the bus") {
      var arrived: CInt = 0
      _ = ioctl(players.descriptor ?? -1, UInt(FIONREAD), &arrived)
      return arrived >= count
    }
  }

  func pause(_ name: String) { players.pause(id(name), at: DriverLoop.now) }

  func resume(_ name: String) { players.resume(id(name), at: DriverLoop.now) }

  func id(_ name: String) -> PlayerID { PlayerID("org.mpris.MediaPlayer2.\(name)") }

  /// The player of that name as it is to be told.
  func changed(
    _ name: String,
    _ status: PlaybackStatus,
    identity: String? = nil,
    canPause: Bool = true,
    canPlay: Bool = true
  ) -> PlayerEvent {
    .changed(
      Player(
        id: id(name),
        pid: actor.pid,
        identity: identity ?? "The \(name)",
        status: status,
        canPause: canPause,
        canPlay: canPlay
      )
    )
  }
}
