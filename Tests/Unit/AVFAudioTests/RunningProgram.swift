import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import TestSupport
import Testing

/// A role of `avfaudio-programs`, or another program that obeys and says lines, run as a process of its own.
final class RunningProgram {
  private let process: ChildProcess
  private let channel: ClientConnection
  /// All that it said.
  private(set) var said: [String] = []

  /// Starts it, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - arguments: The role, and perhaps how the main queue is served.
  ///   - path: Of the daemon's socket.
  /// - Throws: That it doesn't start.
  init(
    of executable: String = "avfaudio-programs",
    _ arguments: String...,
    socket path: String
  ) throws {
    let ends = try connectedSockets()
    let other = FileDescriptor(ends.other)
    channel = ClientConnection(Socket(FileDescriptor(ends.one)))
    process = try ChildProcess(
      executable,
      arguments,
      descriptors: [0: other.number, 1: other.number],
      environment: ["AUDIOSESSION_SOCKET": path]
    )
    try hears("ready")
    said.removeAll()
  }

  /// Starts it for a daemon.
  convenience init(_ role: String, _ daemon: TestDaemon) throws {
    try self.init(role, socket: daemon.socketPath)
  }

  /// Waits until it has said all of these, in whatever order.
  func hears(all lines: [String]) throws {
    for line in lines where !said.contains(line) { try hears(line) }
  }

  /// Gives it a command, and waits until it says something, whatever else it says before.
  func told(_ command: String, says line: String) throws {
    try send(command)
    try hears(line)
  }

  /// Gives it a command, and doesn't wait.
  func send(_ command: String) throws { try channel.send(command + "\n") }

  /// Waits until it says something, whatever else it says before.
  func hears(_ line: String) throws {
    do {
      while let next = try channel.nextLine() {
        said.append(next)
        if next == line { return }
      }
    } catch {
      throw ProcessFault("it didn't say \(line) (\(error)); it said \(said)")
    }
    throw ProcessFault("the program ended before it said \(line); it said \(said)")
  }

  /// Waits until it says something that begins so.
  func hears(beginning: String) throws {
    while let next = try channel.nextLine() {
      said.append(next)
      if next.hasPrefix(beginning) { return }
    }
    throw ProcessFault("the program ended before it said \(beginning)…; it said \(said)")
  }

  /// Waits until it has said something so many times, from its start.
  func hears(_ line: String, times: Int) throws {
    while said.count(where: { $0 == line }) < times { try hears(line) }
  }

  /// Ends its input: all that it said, and how it ended.
  func end() throws -> [String] {
    try channel.endWriting()
    said += try channel.linesToEnd()
    let status = try process.wait()
    return status == 0 ? said : said + ["status \(status)"]
  }
}

/// Others beside the program, over connections of the test's own process.
final class Others {
  let daemon: TestDaemon
  private let connection: ClientConnection

  /// Starts a daemon that lets this user be a call and report the route.
  ///
  /// - Parameters:
  ///   - settings: What else is in its file.
  ///   - folder: Where its socket is to be; nil for a folder of its own.
  /// - Throws: What it says instead of listening.
  init(
    _ settings: DaemonConfiguration = DaemonConfiguration(),
    in folder: TemporaryDirectory? = nil
  ) throws {
    var configuration = settings
    for grant in ["phoneCall", "alarm", "system", "admin"] {
      configuration.grants[grant] = .init(users: [getuid()])
    }
    daemon = try TestDaemon(text: configuration.text, in: folder ?? TemporaryDirectory())
    connection = try daemon.connect()
  }

  /// Opens a session: its number.
  func open(_ parameters: JSONValue) throws -> JSONValue {
    try #require(connection.granted("session.open", parameters)["session"])
  }

  @discardableResult
  func ask(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    try connection.granted(method, parameters)
  }

  /// Whether it was said to resume, of each interruption that ended since this was asked last.
  func endings() throws -> [Bool] {
    try connection.takeTold().filter { $0["params"]?["type"] == "ended" }
      .map { $0["params"]?["options"] == ["shouldResume"] }
  }

  /// Sessions by what they are called, each with some of its members.
  func sessions(_ members: String...) throws -> [String] {
    let list = try ask("session.list")["sessions"]?.array ?? []
    return list.map { session in
      (["name"] + members).map { session[$0]?.text ?? "" }.joined(separator: " ")
    }
  }

  /// A call that rings nobody: it is there at once.
  func call() throws -> JSONValue {
    try begin([
      "name": "phone", "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall",
    ])
  }

  /// Opens a session that is active at once.
  @discardableResult
  func begin(_ parameters: JSONValue) throws -> JSONValue {
    let session = try open(parameters)
    try ask("session.activate", ["session": session])
    return session
  }

  /// Reports a route with one output.
  func play(to port: JSONValue) throws {
    let port: JSONValue = ["portType": port, "name": port, "portID": port]
    try ask("system.setRoute", ["inputs": [], "outputs": [port]])
  }

  /// A prompt that ducks what plays, from now on.
  func prompt() throws -> JSONValue {
    try begin(["name": "prompt", "category": "playback", "options": ["duckOthers"]])
  }

  func hangUp(_ call: JSONValue) throws {
    try ask("session.close", ["session": call])
  }
}
