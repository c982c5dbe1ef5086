import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Glibc
import TestSupport

@testable import audiosession_agent

/// A daemon played by the thread of the test: it answers every request with an empty result, or
/// refuses it.
final class RefusingDaemon {
  private final class Connection {
    let socket: Socket
    init(_ socket: consuming Socket) { self.socket = socket }
  }

  private let folder: TemporaryDirectory
  private let listener: Socket
  private var connection: Connection?
  private var splitter = LineSplitter(lineBytes: 65_536)
  var path: String { folder.path(of: "socket") }
  /// The method that is refused.
  var refused: String?

  init(refusing refused: String) throws {
    self.refused = refused
    folder = try TemporaryDirectory()
    listener = try Socket.unconnected(blocking: false)
    guard let address = SocketAddress(path: folder.path(of: "socket")) else {
      throw ProcessFault("the path is too long")
    }
    try listener.bind(to: address)
    try listener.listen(backlog: 4)
  }

  /// Exchanges everything that can be said without a further event.
  ///
  /// - Returns: The events of the link.
  func exchange(with link: DaemonLink, at now: Duration) throws -> [DaemonLink.Event] {
    link.flush(at: now)
    try serve()
    link.dispatch(at: now)
    var events: [DaemonLink.Event] = []
    while case let next = link.takeEvents(at: now), !next.isEmpty { events += next }
    return events
  }

  private func serve() throws {
    while let socket = try listener.accept() {
      connection = Connection(socket)
      splitter = LineSplitter(lineBytes: 65_536)
    }
    guard let connection else { return }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = try buffer.withUnsafeMutableBytes { bytes throws(Errno) in
      try connection.socket.receive(into: bytes)
    }
    splitter.append(buffer.span.extracting(first: count ?? 0))
    while case .line(let range)? = splitter.next() {
      let request = try JSONValue(parsing: splitter.bytes.span.extracting(range))
      let id = request["id"] ?? .null
      let isRefused = request["method"]?.string == refused
      let reply: JSONValue =
        isRefused
        ? ["jsonrpc": "2.0", "id": id, "error": ["code": -32_000, "message": "There are enough."]]
        : ["jsonrpc": "2.0", "id": id, "result": [:]]
      let line = Array("\(reply.text)\n".utf8)
      _ = try line.withUnsafeBytes { bytes throws(Errno) in try connection.socket.send(bytes) }
    }
  }
}
