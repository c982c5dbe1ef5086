import AudioSession
import AudioSessionJSON
import AudioSessionWire
import Glibc
import TestSupport
import Testing

/// Many calls at once, given up, and without an answer: none is lost, and nothing is left.
@Suite(.timeLimit(.minutes(2))) struct CrowdTests {
  @Test func `1,000 activations at once all end, and nothing is left of them`() async throws {
    await #expect(processExitsWith: .success) {
      let daemon = try TestDaemon()
      let before = Holdings.now
      let granted = await Crowd.activate(1000, at: daemon.socketPath) { _ in }
      try #require(granted == 1000)
      try #require(Holdings.awaitReturn(to: before))
    }
  }

  @Test func `cancelled activations, 200 at once: all end, and their session is given back`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      let daemon = try TestDaemon()
      let before = Holdings.now
      // Nobody answers until all have been given up.
      daemon.process.send(SIGSTOP)
      let granted = await Crowd.activate(200, at: daemon.socketPath) { tasks in
        for task in tasks { task.cancel() }
      }
      try #require(granted == 0)
      daemon.process.send(SIGCONT)
      try #require(Holdings.awaitReturn(to: before))
      let counts = try daemon.connect().granted("server.status")["counts"]
      try #require(counts?["active"] == 0)
    }
  }

  @Test func `activations that wait for a call, 200 at once: all end when they are cancelled`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      var configuration = DaemonConfiguration()
      configuration.grants["phoneCall"] = .init(users: [getuid()])
      let daemon = try TestDaemon(configuration)
      let phone = try Stranger(daemon, "phone", ["priority": "phoneCall"])
      try phone.activate()
      let before = Holdings.now
      let granted = await Crowd.activate(200, at: daemon.socketPath, waiting: .indefinitely) {
        for task in $0 { task.cancel() }
      }
      try #require(granted == 0)
      try #require(Holdings.awaitReturn(to: before))
    }
  }

  /// What a program on the main actor goes on doing while a daemon doesn't answer.
  @MainActor private final class Screen {
    var pictures = 0
  }

  @Test @MainActor func `a daemon that hangs holds up nothing on the main actor`() async throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    try await session.activate()
    daemon.process.send(SIGSTOP)
    let screen = Screen()
    let drawing = Task {
      while !Task.isCancelled {
        screen.pictures += 1
        await Task.yield()
      }
    }
    for expected in [AudioSessionError.timedOut, .mediaServicesFailed] {
      let before = screen.pictures
      await #expect(throws: expected) { try await session.refresh() }
      if expected == .timedOut { #expect(screen.pictures > before + 1) }
    }
    drawing.cancel()
    daemon.process.send(SIGCONT)
    for await event in session.events() where event == .mediaServicesReset { break }
    #expect(try await session.activate().state == .active)
  }
}

/// Activations of one session by as many tasks.
private enum Crowd {
  /// Begins them all, and says how many were granted.
  static func activate(
    _ count: Int,
    at path: String,
    waiting: Waiting? = nil,
    _ midway: ([Task<Bool, Never>]) -> Void
  ) async -> Int {
    let session = Session(socketPath: path)
    let tasks = (0..<count).map { _ in
      Task {
        do {
          if let waiting {
            try await session.activate(waiting: waiting)
          } else {
            try await session.activate()
          }
          return true
        } catch {
          return false
        }
      }
    }
    midway(tasks)
    var granted = 0
    for task in tasks where await task.value { granted += 1 }
    await session.close()
    return granted
  }
}
