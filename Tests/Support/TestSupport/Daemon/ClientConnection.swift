package import AudioSessionJSON
package import AudioSessionSystem
import AudioSessionWire
import Foundation

/// A connection to the daemon, line by line, in the order in which the lines came.
package final class ClientConnection {
  private var socket: Socket?
  private var received: [UInt8] = []
  /// Where in `received` the next line begins.
  private var head = 0
  private var lastID: Int64 = 0
  /// What was told unasked while something else was waited for.
  private var told: [JSONValue] = []

  /// Speaks over a nonblocking socket.
  package init(_ socket: consuming Socket) { self.socket = consume socket }

  /// Connects from the test's own process.
  package convenience init(to path: String) throws(ProcessFault) {
    do {
      self.init(try Socket.connect(to: path, blocking: false))
    } catch {
      throw ProcessFault("\(path): \(error)")
    }
  }

  /// Lets go of the connection; it ends if nobody else holds it.
  package func drop() { socket = nil }

  /// Ends the direction to the daemon, as a client does that has said everything.
  package func endWriting() throws(ProcessFault) {
    guard let number else { throw ProcessFault("the connection was dropped") }
    Glibc.shutdown(number, CInt(SHUT_WR))
  }

  private var number: CInt? {
    switch socket {
    case .some(let socket): socket.number
    case .none: nil
    }
  }

  /// Sends bytes as they are, waiting for room.
  ///
  /// - Returns: False if the daemon ended the connection.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) throws(ProcessFault) -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      guard let count = try sendSome(bytes[sent...]) else { return false }
      sent += count
    }
    return true
  }

  @discardableResult
  package func send(_ text: String) throws(ProcessFault) -> Bool { try send(text.utf8) }

  /// Sends as much as there is room for, without waiting: how many bytes.
  package func sendWithoutWaiting(_ bytes: [UInt8]) -> Int {
    guard let number else { return 0 }
    return max(0, Glibc.send(number, bytes, bytes.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)))
  }

  private func sendSome(_ bytes: ArraySlice<UInt8>) throws(ProcessFault) -> Int? {
    guard let number else { throw ProcessFault("the connection was dropped") }
    let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
    let count = bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, flags) }
    if count >= 0 { return count }
    guard errno == EAGAIN || errno == EINTR else { return nil }
    try Patience.wait(for: POLLOUT, on: number, "room to send")
    return 0
  }

  /// The next line without its end, nil at the end of the connection.
  package func nextLine() throws(ProcessFault) -> String? {
    var searched = head
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[head..<end], as: UTF8.self)
        head = end + 1
        if head == received.count {
          received.removeAll(keepingCapacity: true)
          head = 0
        }
        return line
      }
      searched = received.count
      guard try receive() else { return nil }
    }
  }

  /// Takes what is there, or waits for it; false at the end.
  private func receive() throws(ProcessFault) -> Bool {
    guard let number else { throw ProcessFault("the connection was dropped") }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
      if count > 0 {
        received += buffer[..<count]
        return true
      }
      // A daemon that leaves lines unread resets the connection instead of ending it.
      if count == 0 || errno == ECONNRESET { return false }
      guard errno == EAGAIN || errno == EINTR else {
        throw ProcessFault("recv: \(String(cString: strerror(errno)))")
      }
      try Patience.wait(for: POLLIN, on: number, "a line from the daemon")
    }
  }

  /// The next message as a value, nil at the end.
  package func nextMessage() throws(ProcessFault) -> JSONValue? {
    guard let line = try nextLine() else { return nil }
    do {
      return try JSONValue(parsing: line)
    } catch {
      throw ProcessFault("the daemon said what is no JSON (\(error)): \(line.prefix(500))")
    }
  }

  /// Sends a request and doesn't wait: its id.
  package func post(_ method: String, _ parameters: JSONValue = [:]) throws(ProcessFault) -> Int64 {
    lastID += 1
    let id = JSONValue.number(String(lastID))
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": id, "method": .string(method), "params": parameters,
    ]
    try send(request.text + "\n")
    return lastID
  }

  /// Waits for the reply to a request that was sent; what is told meanwhile is kept.
  package func reply(to id: Int64) throws(ProcessFault) -> JSONValue {
    while let message = try nextMessage() {
      if message["method"] != nil {
        told.append(message)
      } else if message["id"]?.integer == id {
        return message
      } else {
        throw ProcessFault("unexpected reply: \(message.text)")
      }
    }
    throw ProcessFault("the connection ended before the reply")
  }

  /// Makes a request and waits for the reply, a result or an error.
  package func call(
    _ method: String,
    _ parameters: JSONValue = [:]
  ) throws(ProcessFault) -> JSONValue {
    try reply(to: post(method, parameters))
  }

  /// Makes a request that is granted: its result.
  @discardableResult
  package func granted(
    _ method: String,
    _ parameters: JSONValue = [:]
  ) throws(ProcessFault) -> JSONValue {
    let reply = try call(method, parameters)
    guard let result = reply["result"] else {
      throw ProcessFault("\(method) \(parameters.text) was refused: \(reply.text)")
    }
    return result
  }

  /// What was told unasked up to now: a round trip makes sure that nothing more is under way.
  package func takeTold(fence: Bool = true) throws(ProcessFault) -> [JSONValue] {
    if fence { try granted("system.get") }
    let messages = told
    told.removeAll()
    return messages
  }

  /// The next notification, of one kind if it is named; others before it are dropped.
  package func nextTold(_ method: String? = nil) throws(ProcessFault) -> JSONValue {
    while true {
      while !told.isEmpty {
        let message = told.removeFirst()
        if method == nil || message["method"]?.string == method { return message }
      }
      guard let message = try nextMessage() else {
        throw ProcessFault("the connection ended before \(method ?? "a notification")")
      }
      guard message["method"] != nil else {
        throw ProcessFault("unexpected reply: \(message.text)")
      }
      told.append(message)
    }
  }

  /// Whether anything has come that wasn't read.
  package var hasUnread: Bool {
    guard let number else { return false }
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return head < received.count || !told.isEmpty || poll(&request, 1, 0) > 0
  }

  /// Reads to the end of the connection.
  package func linesToEnd() throws(ProcessFault) -> [String] {
    var lines: [String] = []
    while let line = try nextLine() { lines.append(line) }
    return lines
  }
}
