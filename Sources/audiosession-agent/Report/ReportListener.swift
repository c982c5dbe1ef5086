import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// Answers questions about the agent, on a socket of its own.
///
/// It reads a line, answers in JSON, and closes the connection. Clients are served one after the
/// other; a slow one is cut off.
final class ReportListener: EventSource {
  private let file: SocketFile
  private let answer: (ReportQuestion) -> JSONValue
  private var connection: Connection?
  private(set) var generation = 0

  /// A client's connection.
  private final class Connection {
    let socket: Socket
    let deadline: Duration
    var question: [UInt8] = []
    /// Empty until the question is complete.
    var answer: [UInt8] = []
    var sent = 0

    init(_ socket: consuming Socket, until deadline: Duration) {
      self.socket = socket
      self.deadline = deadline
    }
  }

  /// The time a client has for question and answer.
  private static let patience = Duration.seconds(2)
  /// The longest question, in bytes.
  private static let longestQuestion = 64

  /// Takes the path for this process alone, and listens.
  ///
  /// - Parameters:
  ///   - path: The socket's path; its folder is created for this user alone if missing.
  ///   - answer: Answers a question.
  /// - Throws: ``SocketFileError/taken(_:)`` if another agent listens there, or another error.
  init(
    at path: String,
    answer: @escaping (ReportQuestion) -> JSONValue
  ) throws(SocketFileError) {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    mkdir(String(path[..<end]), 0o700)
    file = try SocketFile.takeOver(path, backlog: 16)
    self.answer = answer
  }

  var descriptor: CInt? { connection?.socket.number ?? file.listener.number }

  var interest: Poller.Interest { connection?.answer.isEmpty ?? true ? .reading : .writing }

  var deadline: Duration? { connection?.deadline }

  func dispatch(at now: Duration) {
    // One goes, and the next may be waiting: until there is nothing to do without waiting.
    while true {
      guard let connection else {
        guard accept(at: now) else { return }
        continue
      }
      if now < connection.deadline, isWaiting(connection) { return }
      self.connection = nil
      generation += 1
    }
  }

  /// Accepts the next client; false if none is waiting.
  private func accept(at now: Duration) -> Bool {
    do throws(Errno) {
      guard let socket = try file.listener.accept() else { return false }
      // The folder is closed to others; root comes in everywhere.
      let uid = try socket.peerCredentials().uid
      guard uid == geteuid() || uid == 0 else { return true }
      connection = Connection(socket, until: now + Self.patience)
      generation += 1
      return true
    } catch {
      return false
    }
  }

  /// Reads and answers as far as possible without waiting; false if the client is finished or gone.
  private func isWaiting(_ connection: Connection) -> Bool {
    do throws(Errno) {
      if connection.answer.isEmpty, try !read(connection) { return true }
      if connection.answer.isEmpty { return false }
      let answer = connection.answer
      while connection.sent < answer.count {
        let rest = answer.span.extracting(connection.sent...)
        let count = try rest.withUnsafeBytes { bytes throws(Errno) in
          try connection.socket.send(bytes)
        }
        guard let count else { return true }
        connection.sent += count
      }
      return false
    } catch {
      return false
    }
  }

  /// Reads as much of the question as has arrived; false if the rest is still to come.
  ///
  /// If the client asks nothing, the answer stays empty.
  private func read(_ connection: Connection) throws(Errno) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.longestQuestion,
      alignment: 1
    )
    defer { buffer.deallocate() }
    guard let count = try connection.socket.receive(into: buffer) else { return false }
    connection.question += buffer[..<count]
    guard let end = connection.question.firstIndex(of: UInt8(ascii: "\n")) else {
      return count == 0 || connection.question.count > Self.longestQuestion
    }
    let line = String(decoding: connection.question[..<end], as: UTF8.self)
    let answer =
      ReportQuestion(line: line).map(answer)
      ?? ["error": .string("expected report, or silent on, off, toggle or status")]
    connection.answer = Array("\(answer.text)\n".utf8)
    return true
  }
}
