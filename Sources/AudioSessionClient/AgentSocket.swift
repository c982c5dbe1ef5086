import AudioSessionSystem
package import AudioSessionWire
import Glibc

/// Where a user's `audiosession-agent` is asked what it does: one line goes there, and one comes
/// back, which is JSON.
package enum AgentSocket {
  /// The path; nil where users have no runtime folder.
  package static func path(
    environment: (String) -> String? = SocketPath.environment
  ) -> String? {
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    return "\(folder)/audiosession/agent"
  }

  /// Asks the agent that listens.
  ///
  /// - Parameters:
  ///   - question: One line, such as `report`.
  ///   - path: Where it listens.
  ///   - limit: Until when to wait.
  /// - Returns: Its answer.
  /// - Throws: ``ClientError/unavailable(tried:_:)`` if there is no agent, or any other but
  ///   ``ClientError/refused(_:)``.
  package static func ask(
    _ question: String,
    at path: String,
    by limit: TimeLimit
  ) throws(ClientError) -> JSONValue {
    let socket = try BlockingClient.connect(to: path, by: limit)
    do {
      // A line is shorter than what any socket takes at once.
      let bytes = Array("\(question)\n".utf8)
      _ = try bytes.span.withUnsafeBytes { line throws(Errno) in try socket.send(line) }
    } catch {
      throw .disconnected
    }
    let answer = try line(from: socket, by: limit)
    do {
      return try JSONValue(parsing: answer.span)
    } catch {
      throw .protocolViolation("\(error)")
    }
  }

  /// What is there up to the end of the line.
  private static func line(
    from socket: borrowing Socket,
    by limit: TimeLimit
  ) throws(ClientError) -> [UInt8] {
    var line: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      try BlockingClient.wait(for: POLLIN, on: socket.number, by: limit)
      let count: Int?
      do {
        count = try socket.receive(into: buffer)
      } catch {
        throw .disconnected
      }
      guard let count else { continue }
      if count == 0 { throw .disconnected }
      line += buffer[..<count]
      if line.last == UInt8(ascii: "\n") { return Array(line.dropLast()) }
    }
  }
}
