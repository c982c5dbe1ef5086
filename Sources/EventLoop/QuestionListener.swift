package import AudioSessionSystem
import Glibc

/// Answers questions about a program, on a socket of its own.
///
/// It reads a line, answers with a line, and closes the connection, unless the client is to stay: then it
/// may ask again, and is told news. A client that is slow is cut off, and keeps no other waiting.
package final class QuestionListener: EventSource {
  private let file: SocketFile
  private let isOpenToAll: Bool
  private let answer: (String) -> Answer
  /// Watches the listener and the clients.
  private let poller: Poller
  /// The clients, by the order of their arrival, from 1.
  private var connections: [UInt64: Connection] = [:]
  private var arrivals = QuestionListener.listenerToken
  /// When clients are accepted again, as there was no room for another; nil: they are now.
  private var pauseEnd: Duration?
  package let generation = 0

  /// A client's connection.
  private final class Connection {
    let socket: Socket
    /// When it is cut off; nil: it stays.
    var deadline: Duration?
    var question: [UInt8] = []
    var unsent: [UInt8] = []
    /// Whether the connection ends with what is unsent.
    var isAnswered = false

    init(_ socket: consuming Socket, until deadline: Duration) {
      self.socket = socket
      self.deadline = deadline
    }

    var stays: Bool { deadline == nil }
  }

  /// What becomes of a question.
  package enum Answer {
    /// It is answered by a line, and the connection ends.
    case line(String)
    /// The client stays connected, and is told news.
    case stay
  }

  /// The time a client has for question and answer.
  private static let patience = Duration.seconds(2)
  /// The longest question, in bytes.
  private static let longestQuestion = 64
  /// The most bytes of news that a client may leave unread.
  private static let mostUnread = 4_096
  /// The number of clients at a time; with one more, the first of them is cut off.
  package static let mostClients = 16
  private static let listenerToken: UInt64 = 0

  /// Takes the path for this process alone, and listens.
  ///
  /// - Parameters:
  ///   - path: The socket's path; its folder is created for this user alone if missing.
  ///   - isOpenToAll: Whether every user may ask, and not only this one and root.
  ///   - answer: Answers a question, one line without its end.
  /// - Throws: ``SocketFileError/taken(_:)`` if another process listens there, or another error.
  package init(
    at path: String,
    isOpenToAll: Bool = false,
    answer: @escaping (String) -> Answer
  ) throws(SocketFileError) {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    mkdir(String(path[..<end]), 0o700)
    let file = try SocketFile.takeOver(path, backlog: 16)
    // What may fail comes before any other member is set.
    do throws(Errno) {
      poller = try Self.poller(for: file.listener)
    } catch {
      throw .failed(path, error)
    }
    self.file = file
    self.isOpenToAll = isOpenToAll
    self.answer = answer
  }

  private static func poller(for listener: borrowing Socket) throws(Errno) -> Poller {
    let poller = try Poller()
    try poller.register(listener.number, for: .reading, token: listenerToken)
    return poller
  }

  package var descriptor: CInt? { poller.number }

  package var interest: Poller.Interest { .reading }

  package var deadline: Duration? {
    (connections.values.map { $0.deadline } + [pauseEnd]).compactMap { $0 }.min()
  }

  package func dispatch(at now: Duration) {
    for (arrival, connection) in connections {
      if let deadline = connection.deadline, deadline <= now { end(arrival) }
    }
    if let end = pauseEnd, end <= now { pause(until: nil) }
    let count = (try? poller.wait(timeout: .zero)) ?? 0
    for index in 0..<count {
      let token = poller[index].token
      if token == Self.listenerToken { accept(at: now) } else { serve(token) }
    }
  }

  /// Accepts the clients that are waiting; those beyond the limit come with the next dispatch.
  private func accept(at now: Duration) {
    for _ in 0..<Self.mostClients {
      do throws(Errno) {
        guard let socket = try file.listener.accept() else { return }
        // The folder may be closed to others; root comes in everywhere.
        let uid = try socket.peerCredentials().uid
        guard isOpenToAll || uid == geteuid() || uid == 0 else { continue }
        let passing = connections.filter { !$0.value.stays }.keys
        if passing.count >= Self.mostClients, let first = passing.min() { end(first) }
        arrivals += 1
        try poller.register(socket.number, for: .reading, token: arrivals)
        connections[arrivals] = Connection(socket, until: now + Self.patience)
        // It has asked already, as a rule, and is served whoever comes after it.
        serve(arrivals)
      } catch {
        return pause(until: now + Self.patience)
      }
    }
  }

  /// Stops to accept clients for a while, or begins again: one that waits would always be reported.
  private func pause(until end: Duration?) {
    pauseEnd = end
    let interest: Poller.Interest = end == nil ? .reading : []
    try? poller.modify(file.listener.number, for: interest, token: Self.listenerToken)
  }

  /// Serves a client as far as possible without waiting.
  private func serve(_ arrival: UInt64) {
    guard let connection = connections[arrival] else { return }
    guard isWaiting(connection) else { return end(arrival) }
    let isReading = !connection.isAnswered
    let interest: Poller.Interest =
      connection.unsent.isEmpty ? .reading : isReading ? [.reading, .writing] : .writing
    try? poller.modify(connection.socket.number, for: interest, token: arrival)
  }

  /// The number of clients that stay connected.
  package var staying: Int { connections.values.count { $0.stays } }

  /// Tells a line to each client that stays connected.
  package func tell(_ line: String) {
    for (arrival, connection) in connections where connection.stays {
      connection.unsent += Array("\(line)\n".utf8)
      if connection.unsent.count > Self.mostUnread { end(arrival) } else { serve(arrival) }
    }
  }

  private func end(_ arrival: UInt64) {
    guard let connection = connections.removeValue(forKey: arrival) else { return }
    try? poller.remove(connection.socket.number)
  }

  /// Reads and answers as far as possible without waiting; false if the client is finished or gone.
  private func isWaiting(_ connection: Connection) -> Bool {
    do throws(Errno) {
      // Who sends without end is read again at the next turn.
      for _ in 0..<4 where !connection.isAnswered {
        guard try read(connection) else { break }
      }
      while !connection.unsent.isEmpty {
        let unsent = connection.unsent
        let count = try unsent.span.withUnsafeBytes { bytes throws(Errno) in
          try connection.socket.send(bytes)
        }
        guard let count else { return true }
        connection.unsent.removeFirst(count)
      }
      return !connection.isAnswered
    } catch {
      return false
    }
  }

  /// Reads as much as has arrived; false if nothing has.
  private func read(_ connection: Connection) throws(Errno) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.longestQuestion,
      alignment: 1
    )
    defer { buffer.deallocate() }
    guard let count = try connection.socket.receive(into: buffer) else { return false }
    connection.question += buffer[..<count]
    while !connection.isAnswered,
      let end = connection.question.firstIndex(of: UInt8(ascii: "\n"))
    {
      let line = String(decoding: connection.question[..<end], as: UTF8.self)
      connection.question.removeSubrange(...end)
      take(line, from: connection)
    }
    let isTooLong = connection.question.count > Self.longestQuestion
    // One that asks nothing gets no answer.
    if count == 0 || isTooLong { connection.isAnswered = true }
    return true
  }

  private func take(_ line: String, from connection: Connection) {
    switch answer(line) {
    case .line(let text):
      connection.unsent += Array("\(text)\n".utf8)
      connection.isAnswered = true
    case .stay:
      let mayStay = connection.stays || staying < Self.mostClients
      if mayStay { connection.deadline = nil } else { connection.isAnswered = true }
    }
  }
}
