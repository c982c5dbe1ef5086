import AudioSessionJSON
import AudioSessionWire
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AudioSession

/// Sessions and calls that end.
///
/// A daemon that is stopped counts as lost after a while. Tests that stop one for a moment, and await
/// tasks meanwhile, have a process of their own: beside a thousand other tests a task waits for long.
@Suite(.timeLimit(.minutes(2))) struct EndingTests {
  @Test func `a call that is given up ends as cancelled, and the session goes on`() async throws {
    await #expect(processExitsWith: .success) {
      let (daemon, session, call) = try await activationOfStoppedDaemon()
      call.cancel()
      await #expect(throws: AudioSessionError.cancelled) { try await call.value }
      daemon.process.send(SIGCONT)
      #expect(try await session.deactivate().state == .inactive)
      let late = Task {
        while !Task.isCancelled { await Task.yield() }
        return try await session.activate()
      }
      late.cancel()
      await #expect(throws: AudioSessionError.cancelled) { try await late.value }
      #expect(try await session.refresh().state == .inactive)
    }
  }

  @Test func `an activation that was given up is undone`() async throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    try await session.open()
    daemon.process.send(SIGSTOP)
    #expect(throws: AudioSessionError.timedOut) {
      try session.wait(for: .activate(), atMost: .milliseconds(20))
    }
    #expect(session.status.state == .inactive)
    daemon.process.send(SIGCONT)
    let events = session.events()
    var told: [SessionEvent] = []
    for await event in events {
      told.append(event)
      if case .didBecomeInactive = event { break }
    }
    #expect(told == [.didBecomeActive, .didBecomeInactive(.app, reason: nil)])
    #expect(try await session.refresh().state == .inactive)
  }

  @Test func `a call with a nearer limit ends first, though it came last`() async throws {
    await #expect(processExitsWith: .success) {
      let (daemon, session, patient) = try await activationOfStoppedDaemon()
      #expect(throws: AudioSessionError.timedOut) {
        try session.wait(for: .refresh, atMost: .milliseconds(20))
      }
      #expect(session.transport.access { $0.calls.count } == 1)
      daemon.process.send(SIGCONT)
      #expect(try await patient.value.state == .active)
    }
  }

  @Test func `a thread can wait for what it asks for`() throws {
    let daemon = try TestDaemon()
    let session = Session(socketPath: daemon.socketPath)
    try session.wait(for: .activate(), atMost: .seconds(5))
    #expect(session.status.state == .active)
    try daemon.process.kill()
    // It may take the thread that reads a moment to see it; both are an end.
    #expect(throws: AudioSessionError.mediaServicesFailed) {
      try session.wait(for: .refresh, atMost: .seconds(5))
    }
  }

  @Test func `the connection ends when the last session is closed, whoever refers to it`()
    async throws
  {
    let daemon = try TestDaemon()
    let raw = try daemon.connect()
    let sessions = [Session(socketPath: daemon.socketPath), Session(socketPath: daemon.socketPath)]
    for session in sessions { try await session.activate() }
    await sessions[0].close()
    await sessions[0].close()
    var counts = try raw.granted("server.status")["counts"]
    #expect(counts?["connections"] == 2 && counts?["sessions"] == 1)
    await sessions[1].close()
    for _ in 0..<10_000 where counts?["connections"] != 1 {
      counts = try raw.granted("server.status")["counts"]
    }
    #expect(counts?["connections"] == 1 && counts?["sessions"] == 0)
    for session in sessions {
      await #expect(throws: AudioSessionError.closed) { try await session.activate() }
    }
    // Another one makes another connection.
    let next = Session(socketPath: daemon.socketPath)
    #expect(try await next.activate().state == .active)
    _ = sessions
  }

  @Test func `opening and activating two sessions, 100 times: nothing is left after each time`()
    async throws
  {
    await #expect(processExitsWith: .success) {
      let daemon = try TestDaemon()
      let before = Holdings.now
      for round in 1...100 {
        try openAndActivateTwo(daemon.socketPath, before)
        try #require(Holdings.awaitReturn(to: before), "round \(round)")
      }
    }
  }
}

/// A daemon that is stopped, and an activation that waits for it.
private func activationOfStoppedDaemon() async throws -> (
  TestDaemon, Session, Task<SessionStatus, any Error>
) {
  let daemon = try TestDaemon()
  let session = Session(socketPath: daemon.socketPath)
  try await session.open()
  daemon.process.send(SIGSTOP)
  let call = Task { try await session.activate() }
  while !session.transport.access({ $0.calls.count == 1 }) {
    await Task.yield()
  }
  return (daemon, session, call)
}

/// One round; when it returns nobody refers to its sessions any more.
private func openAndActivateTwo(_ path: String, _ before: Holdings) throws {
  let sessions = [Session(socketPath: path), Session(socketPath: path)]
  for session in sessions { try session.wait(for: .activate(), atMost: .seconds(5)) }
  let during = Holdings(threads: 1, descriptors: before.descriptors + 2)
  try withExtendedLifetime(sessions) { try #require(Holdings.now == during) }
}
