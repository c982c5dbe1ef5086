import Foundation
import Synchronization
import TestSupport

/// Serves one file by HTTP, on a thread for each connection; it ends with the last reference to it.
final class FileServer: Sendable {
  let port: UInt16
  private let listener: CInt
  private let content: Data
  private let answer: Answer
  private let asked = Mutex<[String]>([])

  /// What it says of sending parts.
  enum Answer: String {
    /// It sends them.
    case bytes
    /// It doesn't.
    case none
    /// It doesn't, and doesn't say so.
    case nothing
  }

  /// - Parameters:
  ///   - path: The file.
  ///   - answer: What it says of sending parts.
  /// - Throws: That it can't be read, or that there is no port.
  init(of path: String, parts answer: Answer) throws {
    content = try Data(contentsOf: URL(fileURLWithPath: path))
    self.answer = answer
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { throw ProcessFault("no port: \(String(cString: strerror(errno)))") }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        Thread.detachNewThread { [weak self] in
          self?.serve(connection)
          close(connection)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, CInt(SHUT_RDWR)) }

  /// The ranges that were asked for, empty where none was.
  var ranges: [String] { asked.withLock { $0 } }

  private func serve(_ connection: CInt) {
    var request = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !request.contains("\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += String(decoding: buffer[..<count], as: UTF8.self)
    }
    let lines = request.components(separatedBy: "\r\n")
    let range = lines.first { $0.lowercased().hasPrefix("range:") }
    asked.withLock { $0.append(range ?? "") }
    let numbers = range?.split(separator: "=").last?.split(separator: "-") ?? []
    let isPart = answer == .bytes && !numbers.isEmpty
    let first = isPart ? min(Int(numbers[0]) ?? 0, content.count) : 0
    let last = isPart && numbers.count > 1 ? Int(numbers[1]) ?? 0 : content.count - 1
    let part = content[first...max(first, min(last, content.count - 1))]
    var head = "HTTP/1.1 \(isPart ? "206 Partial Content" : "200 OK")\r\nConnection: close\r\n"
    head += "Content-Length: \(part.count)\r\n"
    if answer != .nothing { head += "Accept-Ranges: \(answer.rawValue)\r\n" }
    if isPart { head += "Content-Range: bytes \(first)-\(part.endIndex - 1)/\(content.count)\r\n" }
    guard send(Data((head + "\r\n").utf8), to: connection) else { return }
    if !request.hasPrefix("HEAD") { send(part, to: connection) }
  }

  @discardableResult
  private func send(_ data: Data, to connection: CInt) -> Bool {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
