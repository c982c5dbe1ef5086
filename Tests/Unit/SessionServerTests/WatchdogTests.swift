import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionTypes
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import AudioSessionServer

/// When the service manager is pinged: in good time, and no more often than that.
@Suite(.serialized)
final class WatchdogTests {
  private let folder: TemporaryDirectory
  private let path: String
  private let receiver: CInt

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "s")
    receiver = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let address = try #require(SocketAddress(path: path))
    try Socket(FileDescriptor(dup(receiver))).bind(to: address)
  }

  deinit { close(receiver) }

  private func world(within time: Duration) throws -> ServerWorld {
    var service = ServiceEnvironment()
    service.notifyAddress = path
    service.watchdogTime = time
    return try ServerWorld(service: service)
  }

  /// What the manager was told since it was asked last, without the status.
  private func told() -> [String] {
    var all: [String] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(receiver, &bytes, bytes.count, CInt(MSG_DONTWAIT)), count > 0 {
      all.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
    return all.filter { !$0.hasPrefix("STATUS=") }
  }

  @Test(arguments: [1, 2, 3, 90])
  func `half the watchdog's time passes between two pings`(seconds: Int) throws {
    let time = Duration.seconds(seconds)
    let world = try world(within: time)
    let client = try world.connect()
    let session = try client.ask("session.open")["session"] ?? .null
    world.tellStatus()
    #expect(world.deadline == nil)
    _ = told()
    let before = Instant.now
    try client.ask("session.activate", ["session": session])
    #expect(told() == ["WATCHDOG_USEC=\(seconds)000000\nWATCHDOG=1"])
    world.tellStatus()
    var due = try #require(world.deadline)
    let half = before.advanced(by: time / 2)...Instant.now.advanced(by: time / 2)
    #expect(half.contains(due))
    // It is armed once; whoever goes and comes all the time doesn't put the ping off.
    try client.ask("session.deactivate", ["session": session])
    try client.ask("session.activate", ["session": session])
    #expect(told() == [])
    world.tellStatus()
    #expect(world.deadline == due)
    for _ in 0..<3 {
      // A nanosecond before the time has come, and when it has.
      world.server.supervise(at: Instant(nanoseconds: due.nanoseconds - 1))
      #expect(told() == [])
      world.server.supervise(at: due)
      #expect(told() == ["WATCHDOG=1"])
      due = due.advanced(by: time / 2)
      world.tellStatus()
      #expect(world.deadline == due)
    }
  }

  @Test func `a watchdog deadline: only with a watchdog and a session that is or was just active`()
    throws
  {
    let world = try world(within: .seconds(90))
    let client = try world.connect()
    let session = try client.ask("session.open")["session"] ?? .null
    world.tellStatus()
    #expect(world.deadline == nil)
    let before = Instant.now
    try client.ask("session.activate", ["session": session])
    let after = Instant.now
    try client.ask("session.deactivate", ["session": session])
    world.tellStatus()
    // Pings go on for a moment, so that a program that changes its mind costs nothing.
    let end = before.advanced(by: .seconds(1))...after.advanced(by: .seconds(1))
    #expect(end.contains(try #require(world.deadline)))
    let quiet = try ServerWorld()
    let other = try quiet.connect()
    let own = try other.ask("session.open")["session"] ?? .null
    try other.ask("session.activate", ["session": own])
    #expect(quiet.deadline == nil)
  }
}

extension ServerWorld {
  /// When the manager is to be told something.
  fileprivate var deadline: Instant? { server.base.supervisor.deadline(server.statusMark) }

  /// Makes the status known without the pause between two of them: only pings are due then.
  fileprivate func tellStatus() {
    server.base.supervisor.isTold(server.statusMark, at: .now)
  }
}
