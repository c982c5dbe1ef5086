import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionSystem
import Foundation
import TestSupport

@testable import AudioSessionServer

/// A server and its clients on one thread: the server's turns run while a client waits for a line.
final class ServerWorld {
  let server: Server
  private let folder: TemporaryDirectory

  /// Starts a server that reads `configuration`, for whoever runs the tests.
  init(
    _ configuration: String = "",
    service: ServiceEnvironment = ServiceEnvironment()
  ) throws {
    folder = try TemporaryDirectory()
    let file = try folder.write(configuration, to: "conf")
    symlink(ProfileFile.folder, folder.path(of: "profiles"))
    let options = ServerOptions(
      socketPath: folder.path(of: "socket"),
      source: .file(file),
      instanceUser: getuid()
    )
    server = try Server(
      options: options,
      configuration: options.loadSettings(isFirst: true),
      service: service
    )
  }

  func connect() throws -> WorldClient {
    WorldClient(
      try Socket.connect(to: server.base.configuration.options.socketPath, blocking: false),
      self
    )
  }
}

/// A client of a ``ServerWorld``.
final class WorldClient {
  private let socket: Socket
  private let world: ServerWorld
  private var bytes: [UInt8] = []
  private(set) var isAtEnd = false

  init(_ socket: consuming Socket, _ world: ServerWorld) {
    self.socket = socket
    self.world = world
  }

  /// Sends whole lines, which the kernel takes at once as long as they are short.
  func send(_ lines: String...) throws {
    try send(bytes: lines.map { "\($0)\n" }.joined())
  }

  /// Sends what may be a part of a line.
  func send(bytes text: String) throws {
    let count = try Array(text.utf8).withUnsafeBytes { try socket.send($0) }
    precondition(count == text.utf8.count)
  }

  func endWriting() throws { try socket.shutdown(.writing) }

  /// The next line, after as many turns as it takes; nil at the end of file or if none comes.
  func line() throws -> String? {
    for _ in 0..<400 {
      if let line = takeLine() { return line }
      try world.server.turn(timeout: .zero)
      try receive()
    }
    return nil
  }

  /// All lines until none comes.
  func lines() throws -> [String] {
    var lines: [String] = []
    while let line = try line() { lines.append(line) }
    return lines
  }

  /// The number of bytes that were sent to it and that it hasn't read.
  func bytesInKernel() -> Int {
    var count: CInt = 0
    return ioctl(socket.number, UInt(FIONREAD), &count) == 0 ? Int(count) : -1
  }

  /// Waits for the end of file once the server has closed the connection.
  ///
  /// It may come late: a program that another test starts has a copy of the descriptor until it is
  /// executed.
  func awaitEnd() throws {
    try Condition.wait("the end of file") {
      try receive()
      return isAtEnd
    }
  }

  /// What is there without letting the server do anything.
  func linesSoFar() throws -> [String] {
    try receive()
    var lines: [String] = []
    while let line = takeLine() { lines.append(line) }
    return lines
  }

  private func takeLine() -> String? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { bytes.removeFirst(end + 1) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private func receive() throws {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while !isAtEnd, let count = try piece.withUnsafeMutableBytes({ try socket.receive(into: $0) }) {
      isAtEnd = count == 0
      bytes.append(contentsOf: piece.prefix(count))
    }
  }
}

/// A request's line.
func request(_ id: Int, _ method: String, _ params: String = "{}") -> String {
  #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
}

/// What a line is, in short: `1 ok`, `1 -32602`, or a notification's method.
func digest(_ line: String) -> String {
  guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)) else { return "?" }
  if let batch = value as? [[String: Any]] {
    return "[" + batch.map(digest).joined(separator: ", ") + "]"
  }
  return (value as? [String: Any]).map(digest) ?? "?"
}

private func digest(_ message: [String: Any]) -> String {
  if let method = message["method"] as? String { return method }
  let id = message["id"].map { $0 is NSNull ? "null" : "\($0)" } ?? "none"
  let error = (message["error"] as? [String: Any])?["code"]
  return "\(id) " + (error.map { "\($0)" } ?? "ok")
}
