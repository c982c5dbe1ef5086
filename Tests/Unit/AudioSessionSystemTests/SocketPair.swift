import AudioSessionSystem
import Glibc
import TestSupport
import Testing

/// Two sockets, connected to each other and nonblocking.
struct SocketPair: ~Copyable {
  let one: Socket
  let other: Socket

  init() throws {
    let ends = try connectedSockets(isBlocking: false)
    one = Socket(FileDescriptor(ends.one))
    other = Socket(FileDescriptor(ends.other))
  }
}

extension Socket {
  /// Sends text; how many bytes went, nil if there was no room.
  func send(_ text: String) throws -> Int? {
    try Array(text.utf8).withUnsafeBytes { try send($0) }
  }

  /// Receives up to 64 bytes of text, nil if there are none now, empty at the end of file.
  func receiveText() throws -> String? {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = try buffer.withUnsafeMutableBytes { try receive(into: $0) }
    return count.map { String(decoding: buffer.prefix($0), as: UTF8.self) }
  }

  /// A socket that listens at the path, nonblocking.
  static func listening(at path: String, backlog: CInt) throws -> Socket {
    let socket = try Socket.unconnected(blocking: false)
    try socket.bind(to: #require(SocketAddress(path: path)))
    try socket.listen(backlog: backlog)
    return socket
  }

  /// Whether nobody waits to be accepted.
  func hasNobodyWaiting() throws -> Bool { try accept() == nil }
}
