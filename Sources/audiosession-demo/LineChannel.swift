import AudioSessionSystem
import AudioSessionWire
import Glibc

/// One end of a conversation between the demo and a process that it started, line by line.
final class LineChannel {
  private let socket: Socket
  private var splitter = LineSplitter(lineBytes: .max)

  init(_ socket: consuming Socket) { self.socket = socket }

  /// The kernel's number, to wait for.
  var number: CInt { socket.number }

  /// Two ends that are connected; neither outlives an `execve`, unless it is duplicated.
  static func pair() throws(Failure) -> (LineChannel, LineChannel) {
    var numbers: [CInt] = [-1, -1]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &numbers) == 0 else { throw .call("socketpair") }
    let ends = numbers.map { LineChannel(Socket(FileDescriptor($0))) }
    return (ends[0], ends[1])
  }

  /// Sends one line.
  func write(_ value: JSONValue) throws(Failure) {
    var rest = Array("\(value.text)\n".utf8)[...]
    while !rest.isEmpty {
      let sent: Int?
      do {
        sent = try rest.withUnsafeBytes { bytes throws(Errno) in try socket.send(bytes) }
      } catch {
        throw .unusable("a program of the demo has gone: \(error)")
      }
      guard let sent else { throw .unusable("a program of the demo doesn't read its orders") }
      rest = rest.dropFirst(sent)
    }
  }

  /// Takes what has come, waiting for it if need be; false at the end.
  func receive() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = buffer.withUnsafeMutableBytes { bytes in
      // An end that broke off is an end.
      do { return try socket.receive(into: bytes) ?? 0 } catch { return 0 }
    }
    splitter.append(buffer.span.extracting(first: count))
    return count > 0
  }

  /// The next whole line that came.
  func next() -> String? {
    guard case .line(let range)? = splitter.next() else { return nil }
    return String(decoding: splitter.bytes[range], as: UTF8.self)
  }
}
