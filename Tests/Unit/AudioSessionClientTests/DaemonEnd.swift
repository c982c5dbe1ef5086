import AudioSessionClient
import AudioSessionSystem
import Foundation
import TestSupport
import Testing

/// The daemon's end of a client's connection, where the test itself says and hears everything.
final class DaemonEnd: Sendable {
  private let number: CInt
  private let clientNumber: CInt

  init() throws {
    (clientNumber, number) = try connectedSockets()
    // Only the client's end is to be nonblocking.
    _ = fcntl(clientNumber, F_SETFL, O_NONBLOCK)
  }

  deinit { close(number) }

  /// The client at the other end; to be taken once.
  func client() -> BlockingClient {
    BlockingClient(Socket(FileDescriptor(clientNumber)), path: "/fake")
  }

  /// Sends lines that the kernel has room for.
  func say(_ lines: String...) throws {
    for line in lines { try send("\(line)\n") }
  }

  /// Sends the last bytes.
  func say(ending text: String) throws {
    try send(text)
    shutdown(number, CInt(SHUT_WR))
  }

  /// What the client has sent so far.
  func hear() throws -> String {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = try SystemCall.perform(.recv) { recv(number, &buffer, buffer.count, 0) }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// Sends a line, however long that takes; returns whether anybody took it.
  @discardableResult
  func sayAll(_ line: String) -> Bool {
    let bytes = Array("\(line)\n".utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        Glibc.send(number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }

  /// Reads at least so many bytes.
  func hearAll(bytes: Int) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var rest = bytes
    while rest > 0 {
      let count = read(number, &buffer, buffer.count)
      guard count > 0 else { return }
      rest -= count
    }
  }

  private func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    try SystemCall.perform(.send) {
      bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
    }
  }
}
