import AudioSessionClient
import AudioSessionSystem
import Foundation
import TestSupport
import Testing

/// What a program does whose user's agent is something else.
@Suite(.timeLimit(.minutes(1)))
struct AgentSocketTests {
  /// Asks what says this piece again and again until nobody listens.
  private func answer(to limit: TimeLimit, saying piece: [UInt8]) throws -> ClientError? {
    let folder = try TemporaryDirectory()
    let path = folder.path(of: "agent")
    let listener = try Socket.unconnected(blocking: true)
    try listener.bind(to: #require(SocketAddress(path: path)))
    try listener.listen(backlog: 1)
    let number = fcntl(listener.number, F_DUPFD_CLOEXEC, 0)
    let agent = Thread {
      let connection = accept(number, nil, nil)
      close(number)
      while send(connection, piece, piece.count, CInt(MSG_NOSIGNAL)) > 0 {}
      close(connection)
    }
    agent.start()
    do {
      _ = try AgentSocket.ask("report", at: path, by: limit)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an answer without end is given up at its limit`() throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
    #expect(
      try answer(to: TimeLimit(.seconds(50)), saying: piece)
        == .protocolViolation("a line of more than 4194304 bytes")
    )
  }

  @Test func `an answer that comes byte by byte has no more time than another`() throws {
    #expect(try answer(to: TimeLimit(.zero), saying: [UInt8(ascii: "x")]) == .timedOut)
  }
}
