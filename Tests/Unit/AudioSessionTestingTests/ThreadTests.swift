import AudioSession
import AudioSessionTesting
import Testing

/// Many threads on one daemon.
@Suite(.timeLimit(.minutes(2))) struct ThreadTests {
  @Test func `calls of many tasks all end, cancelled or not`() async throws {
    let daemon = SimulatedDaemon()
    let ended = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let session = daemon.session(as: SimulatedProgram(name: "\(number % 20)"))
          if number.isMultiple(of: 3) { withUnsafeCurrentTask { $0?.cancel() } }
          _ = try? await session.activate()
          _ = try? await session.deactivate(notifyingOthers: true)
          await session.close()
          return true
        }
      }
      group.addTask {
        for _ in 0..<50 { daemon.advance(by: .milliseconds(100)) }
        return true
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(ended == 201)
    let last = daemon.session()
    #expect(try await last.activate().state == .active)
    #expect(last.status.isOtherAudioPlaying == false)
  }

  @Test func `blocking calls of many threads pass no time, since each has its answer`() async throws
  {
    let daemon = SimulatedDaemon()
    let session = daemon.session()
    try await session.open()
    let failures = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).count { _ in
            (try? session.wait(for: .activate(), atMost: .seconds(1))) == nil
              && session.status.state != .active
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(failures == 0)
    #expect(daemon.now == .zero)
  }

  @Test func `a session that nobody holds is closed`() async throws {
    let daemon = SimulatedDaemon()
    var session: Session? = try await daemon.player()
    weak let held = session
    let other = daemon.session(as: .phone)
    try await other.open()
    session = nil
    #expect(held == nil)
    #expect(try await other.refresh().isOtherAudioPlaying == false)
  }
}
