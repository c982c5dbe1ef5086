import AudioSession
import AudioSessionTesting
import Testing

/// A daemon that is late, goes, hangs and comes back.
@Suite struct FaultTests {
  @Test func `a configuration is set as soon as a late daemon is there`() async throws {
    let daemon = SimulatedDaemon(isRunning: false)
    let player = daemon.session()
    let absence = await #expect(throws: AudioSessionError.self) {
      try await player.configure(.playback)
    }
    guard case .unavailable = absence else { return #expect(Bool(false)) }
    daemon.advance(by: .seconds(3600))
    #expect(player.status.number == nil)
    daemon.start()
    daemon.advance(by: .seconds(5))
    #expect(player.status.number == 1)
    #expect(player.status.category == .playback)
    try await player.activate()
    #expect(await player.told() == [.mediaServicesReset, .didBecomeActive])
  }

  @Test(arguments: [true, false])
  func `a restart is a loss and a reset, announced or not`(announced: Bool) async throws {
    let daemon = SimulatedDaemon()
    let player = try await daemon.player()
    daemon.stop(announced: announced)
    await #expect(throws: AudioSessionError.mediaServicesFailed) { try await player.activate() }
    daemon.start()
    #expect(player.status.number == nil)
    daemon.advance(by: .seconds(5))
    #expect(player.status.state == .inactive)
    #expect(player.status.category == .playback)
    try await player.activate()
    #expect(
      await player.told()
        == [.didBecomeActive, .mediaServicesLost, .mediaServicesReset, .didBecomeActive]
    )
  }

  @Test func `a daemon that goes on in time has only been slow`() async throws {
    let daemon = SimulatedDaemon()
    let player = try await daemon.player()
    daemon.hang()
    let call = Task.immediate { try await player.report(playing: false) }
    daemon.advance(by: .seconds(2))
    #expect(player.status.isPlaying)
    daemon.resume()
    #expect(try await call.value.isPlaying == false)
    #expect(await player.told() == [.didBecomeActive])
  }

  @Test func `a daemon that hangs for too long is lost, and its return is a reset`() async throws {
    let daemon = SimulatedDaemon()
    let player = try await daemon.player()
    daemon.hang()
    let call = Task.immediate { try await player.refresh() }
    daemon.advance(by: Session.callLimit)
    await #expect(throws: AudioSessionError.self) { try await call.value }
    daemon.advance(by: .seconds(60))
    #expect(player.status.number == nil)
    daemon.resume()
    daemon.advance(by: .seconds(5))
    #expect(try await player.activate().state == .active)
    #expect(
      await player.told()
        == [.didBecomeActive, .mediaServicesLost, .mediaServicesReset, .didBecomeActive]
    )
  }

  @Test func `a lease that expires while the daemon hangs: the session ends when it goes on`()
    async throws
  {
    let daemon = SimulatedDaemon()
    let session = daemon.session(lease: Lease(name: "radio", timeToLive: .seconds(10)))
    try await session.open()
    daemon.hang()
    daemon.advance(by: .seconds(60))
    #expect(session.status.number == 1)
    daemon.resume()
    #expect(await session.told() == [.closed(.leaseExpired)])
  }

  @Test func `a daemon that hangs can be stopped, and one that stands can't hang`() async throws {
    let daemon = SimulatedDaemon()
    let player = try await daemon.player()
    daemon.hang()
    daemon.stop()
    daemon.stop()
    daemon.hang()
    daemon.resume()
    daemon.start()
    daemon.start()
    daemon.advance(by: .seconds(5))
    #expect(
      await player.told() == [.didBecomeActive, .mediaServicesLost, .mediaServicesReset]
    )
  }
}
