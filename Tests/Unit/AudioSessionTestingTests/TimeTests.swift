import AudioSessionTesting
import TestSupport
import Testing

@testable import AudioSession

/// Virtual time: what ends, ends at its own moment.
@Suite struct TimeTests {
  private let daemon = SimulatedDaemon()

  @Test func `an offer lapses after five seconds, to the nanosecond`() async throws {
    let first = try await daemon.player("first")
    let second = try await daemon.player("second", as: SimulatedProgram(name: "other"))
    let phone = try await daemon.phone()
    try await phone.activate()
    daemon.advance(by: .seconds(60))
    try await phone.deactivate(notifyingOthers: true)
    #expect(second.status.state == .inactive)
    daemon.advance(by: .seconds(5) - .nanoseconds(1))
    #expect(first.status.state == .interrupted)
    daemon.advance(by: .nanoseconds(1))
    #expect(first.status.state == .inactive)
    #expect(daemon.now == .seconds(65))
    #expect(await first.told().contains(.interruptionEnded(shouldResume: true)))
  }

  @Test func `a lease goes on without its session, and ends after an hour`() async throws {
    let lease = Lease(name: "radio", timeToLive: .seconds(3600))
    var session: Session? = daemon.session(lease: lease)
    try await session?.configure(.playback)
    try await session?.activate()
    session = nil
    daemon.advance(by: .seconds(1800))
    let again = daemon.session(lease: lease)
    #expect(try await again.open().state == .active)
    daemon.advance(by: .seconds(3599))
    #expect(again.status.state == .active)
    daemon.advance(by: .seconds(1))
    #expect(await again.told() == [.closed(.leaseExpired)])
  }

  @Test func `a wait has an end of its own`() async throws {
    let alarm = try await daemon.alarm()
    let player = daemon.session()
    try await player.configure(.playback)
    let waiting = Task.immediate {
      try await player.activate(waiting: .atMost(.seconds(30)))
    }
    daemon.advance(by: .seconds(30))
    let blocker = Blocker(session: alarm.status.number ?? 0, name: "alarm", priority: .alarm)
    await #expect(throws: AudioSessionError.waitedInVain(for: blocker)) { try await waiting.value }
    #expect(daemon.now == .seconds(30))
  }

  @Test(arguments: [3, 10])
  func `a wait and a lease that end in one advance of time: the earlier end decides`(
    limit: Int
  ) async throws {
    let lease = Lease(name: "alarm", timeToLive: .seconds(5))
    let alarm = daemon.session(lease: lease, as: SimulatedProgram(name: "clock"))
    try await alarm.configure(Configuration(category: .playback, priority: .alarm))
    try await alarm.activate()
    let player = daemon.session()
    try await player.configure(.playback)
    let waiting = Task.immediate {
      try await player.activate(waiting: .atMost(.seconds(limit)))
    }
    // Its wait, rather than what leads to it, is to be overtaken by time.
    try Condition.wait("a wait for its turn") {
      player.transport.access { $0.calls.values.contains { $0.operation.isTurn } }
    }
    daemon.advance(by: .seconds(60))
    _ = await waiting.result
    #expect(player.status.state == (limit < 5 ? .inactive : .active))
  }

  @Test func `time passes only when the test says so, or a blocking call waits`() async throws {
    let player = try await daemon.player()
    #expect(daemon.now == .zero)
    try player.wait(for: .refresh, atMost: .seconds(1))
    #expect(daemon.now == .zero)
    daemon.hang()
    #expect(throws: AudioSessionError.timedOut) {
      try player.wait(for: .refresh, atMost: .seconds(1))
    }
    #expect(daemon.now == .seconds(1))
  }
}
