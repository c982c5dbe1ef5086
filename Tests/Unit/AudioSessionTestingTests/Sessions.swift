import AudioSession
import AudioSessionTesting

extension SimulatedProgram {
  /// A program that makes calls.
  static let phone = SimulatedProgram(name: "phone")
}

extension SimulatedDaemon {
  /// A session that plays.
  func player(
    _ name: String = "player",
    as program: SimulatedProgram = .own
  ) async throws -> Session {
    let session = session(name: name, as: program)
    try await session.configure(.playback)
    try await session.activate()
    try await session.report(playing: true)
    return session
  }

  /// An alarm that sounds.
  func alarm() async throws -> Session {
    let session = session(name: "alarm", as: SimulatedProgram(name: "clock"))
    try await session.configure(Configuration(category: .playback, priority: .alarm))
    try await session.activate()
    return session
  }

  /// A session that is about to make a call.
  func phone() async throws -> Session {
    let session = session(name: "phone", as: .phone)
    try await session.configure(Configuration(category: .playAndRecord, priority: .phoneCall))
    return session
  }
}

extension Session {
  /// All that the session was told since it was created; it is closed then.
  func told() async -> [SessionEvent] {
    let events = events()
    await close()
    return await events.reduce(into: []) { $0.append($1) }
  }
}

/// Returns the refusal of a call; throws if it isn't refused.
func refusal(of call: () async throws -> Void) async throws -> Refusal {
  do { try await call() } catch AudioSessionError.refused(let refusal) { return refusal }
  throw NotRefused()
}

private struct NotRefused: Error {}
