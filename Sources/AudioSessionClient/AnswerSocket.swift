package import AudioSessionJSON

/// A socket at which a program answers questions about itself: a line of text each, answered by a line
/// of JSON.
package enum AnswerSocket {
  /// The longest answer, in bytes.
  private static let lineBytes = 4 << 20

  /// Asks a question, and waits for its answer.
  ///
  /// - Parameters:
  ///   - question: One line, such as `report`.
  ///   - paths: The sockets; the first that is there is asked.
  ///   - limit: How long to wait.
  /// - Returns: The answer.
  /// - Throws: ``ClientError/unavailable(tried:_:)`` if nobody is there, or any other but
  ///   ``ClientError/refused(_:)``.
  package static func ask(
    _ question: String,
    atFirstOf paths: [String],
    by limit: TimeLimit
  ) throws(ClientError) -> JSONValue {
    let connection = try SocketConnection.connect(toFirstOf: paths, by: limit)
    try connection.send(line: question)
    let answer = try line(from: connection, by: limit)
    do {
      return try JSONValue(parsing: answer.span)
    } catch {
      throw .protocolViolation("\(error)")
    }
  }

  /// The bytes up to the end of the line.
  private static func line(
    from connection: borrowing SocketConnection,
    by limit: TimeLimit
  ) throws(ClientError) -> [UInt8] {
    var line: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Otherwise an answer that never ends would be waited for without end.
      if !line.isEmpty, limit.isOver { throw .timedOut }
      try connection.wait(by: limit)
      guard let count = try connection.receive(into: &buffer) else { continue }
      line += buffer[..<count]
      if line.last == UInt8(ascii: "\n") { return Array(line.dropLast()) }
      guard line.count <= lineBytes else {
        throw .protocolViolation("a line of more than \(lineBytes) bytes")
      }
    }
  }
}
