import AudioSession
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct LossTests {
  @Test(arguments: [1, 8])
  func `R49: a daemon killed amid 1,000 calls is one loss and one reset, and every call ends`(
    sessionCount: Int
  ) async throws {
    let daemon = try TestDaemon()
    let sessions = (0..<sessionCount).map { _ in Session(socketPath: daemon.socketPath) }
    for session in sessions { try await session.configure(.playback) }
    let streams = sessions.map { $0.events() }
    let results = Results()
    async let all: Void = callAll(sessions, results)
    while results.count < 300 { await Task.yield() }
    try daemon.process.kill()
    await all
    let (successes, failures) = results.value
    #expect(successes >= 300)
    #expect(successes + failures.values.reduce(0, +) == 1000)
    #expect(Set(failures.keys) == ["\(AudioSessionError.mediaServicesFailed)"], "\(failures)")
    try daemon.restart()
    for stream in streams {
      var events: [SessionEvent] = []
      for await event in stream {
        if event == .mediaServicesLost || event == .mediaServicesReset { events.append(event) }
        if event == .mediaServicesReset { break }
      }
      #expect(events == [.mediaServicesLost, .mediaServicesReset])
    }
    for session in sessions {
      #expect(session.status.category == .playback)
      let later = session.events()
      #expect(try await session.activate().state == .active)
      await session.close()
      var events: [SessionEvent] = []
      for await event in later { events.append(event) }
      #expect(!events.contains(.mediaServicesLost) && !events.contains(.mediaServicesReset))
    }
  }

  /// 1,000 calls of 8 tasks.
  private func callAll(_ sessions: [Session], _ results: Results) async {
    await withTaskGroup { group in
      for task in 0..<8 {
        let session = sessions[task % sessions.count]
        group.addTask {
          for _ in 0..<125 {
            do throws(AudioSessionError) {
              try await session.activate()
              results.add(nil)
            } catch {
              results.add("\(error)")
            }
          }
        }
      }
    }
  }

  @Test func `R49: after a reset the session is inactive, and configured as before`() async throws {
    let daemon = try TestDaemon()
    let session = Session(name: "player", socketPath: daemon.socketPath)
    try await session.configure(.playAndRecord, mode: .videoChat, options: [.mixWithOthers])
    let expected = try await session.configure(
      Configuration(preferences: [.isNowPlayingCandidate])
    )
    try await session.activate()
    let events = session.events()
    try daemon.restart()
    for await event in events where event == .mediaServicesReset { break }
    let now = try await session.refresh()
    #expect(now.state == .inactive)
    #expect(now.category == expected.category && now.mode == expected.mode)
    #expect(now.options == expected.options && now.preferences == expected.preferences)
  }

  @Test func `R1: an orderly stop is one loss, and while it is lost every call fails at once`()
    async throws
  {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    let events = session.events()
    try await session.activate()
    daemon.askToStop()
    var told: [SessionEvent] = []
    for await event in events {
      told.append(event)
      if event == .mediaServicesLost { break }
    }
    await #expect(throws: AudioSessionError.mediaServicesFailed) { try await session.activate() }
    #expect(session.status.state == .inactive)
    _ = try daemon.process.wait()
    try daemon.restart()
    for await event in events {
      told.append(event)
      if event == .mediaServicesReset { break }
    }
    #expect(told == [.didBecomeActive, .mediaServicesLost, .mediaServicesReset])
    #expect(try await session.activate().state == .active)
  }
}

/// How calls of several tasks ended.
private final class Results: Sendable {
  private let counts = Mutex<(successes: Int, failures: [String: Int])>((0, [:]))

  var value: (successes: Int, failures: [String: Int]) { counts.withLock { $0 } }

  var count: Int { counts.withLock { $0.successes + $0.failures.values.reduce(0, +) } }

  func add(_ failure: String?) {
    counts.withLock {
      if let failure { $0.failures[failure, default: 0] += 1 } else { $0.successes += 1 }
    }
  }
}
