import AudioSessionSystem
import Glibc
import TestSupport
import Testing

@testable import AudioSession

/// Which of several sockets is the daemon's.
struct ConnectionPathTests {
  /// What becomes of the connection: it is there, tried again in a moment, or can't be had.
  private enum Outcome: Equatable {
    case greeting, later
    case unavailable(String)
  }

  @Test func `the first path that exists is the daemon's, whether or not it answers`() throws {
    let folder = try TemporaryDirectory()
    let (missing, deaf, live, full) = (
      folder.path(of: "none"), folder.path(of: "deaf"), folder.path(of: "live"),
      folder.path(of: "full")
    )
    try Socket.unconnected(blocking: false).bind(to: address(deaf))
    let listeners = try [(live, CInt(4)), (full, 0)].map { path, backlog in
      let listener = try Socket.unconnected(blocking: false)
      try listener.bind(to: address(path))
      try listener.listen(backlog: backlog)
      return dup(listener.number)
    }
    defer { for number in listeners { close(number) } }
    let occupant = try Socket.connect(to: full, blocking: false)
    let refused = Outcome.unavailable("connect: Connection refused")
    let misplaced = Outcome.unavailable("connect: Not a directory")
    let absent = Outcome.unavailable("connect: No such file or directory")
    let rows: [(paths: [String], outcome: Outcome)] = [
      ([live], .greeting), ([missing, live], .greeting), (["\(live)/beneath", live], .greeting),
      ([live, deaf], .greeting), ([deaf, live], refused), ([missing, deaf, live], refused),
      ([missing], absent), (["\(live)/beneath", missing], absent),
      (["\(live)/beneath"], misplaced), ([missing, "\(live)/beneath"], misplaced),
      ([missing, missing], absent),
      ([full], .later), ([full, live], .later), ([missing, full, live], .later), ([], absent),
    ]
    for row in rows { #expect(try outcome(row.paths) == row.outcome, "\(row.paths)") }
    _ = consume occupant
  }

  private func outcome(_ paths: [String]) throws -> Outcome? {
    let answers = Answers()
    var state = ConnectionState(paths: paths)
    let added = state.client.add(Opening())
    let key = try #require(added)
    let call = Call.testing(.activate(), key, finish: answers.add)
    state.client.begin(call, state.client.nextCallNumber(), at: 0)
    var buffer = [UInt8](repeating: 0, count: 64)
    _ = state.turn(&buffer)
    state.client.performCallbacks()
    if state.client.link == .greeting { return .greeting }
    guard case .failure(.unavailable(paths, let reason))? = answers.all.first else {
      return answers.all.isEmpty ? .later : nil
    }
    return .unavailable(reason)
  }

  private func address(_ path: String) throws -> SocketAddress {
    try #require(SocketAddress(path: path))
  }
}
