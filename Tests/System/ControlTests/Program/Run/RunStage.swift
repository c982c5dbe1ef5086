import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import Glibc
import TestSupport

/// A daemon beside which commands are run, and a look at what became of them.
final class RunStage {
  let daemon: TestDaemon
  let folder: TemporaryDirectory
  private var count = 0
  /// A slow machine isn't a daemon that hangs; another one among the words overrides it.
  private static let patience = ["--timeout", "1min"]

  init(_ configuration: DaemonConfiguration = DaemonConfiguration()) throws {
    daemon = try TestDaemon(configuration)
    folder = try TemporaryDirectory()
  }

  /// Starts `audiosessionctl run` with these words.
  ///
  /// It leads a session without a terminal, so that nothing concerns the test's own.
  func start(
    _ words: [String],
    beneath parent: [String] = [],
    input: CInt? = nil
  ) throws -> RunningCommand {
    count += 1
    return try RunningCommand(
      RunStage.patience + words,
      beneath: parent,
      at: daemon.socketPath,
      files: folder.path(of: "\(count)"),
      input: input
    )
  }

  /// Runs a command to its end.
  func run(_ words: [String]) throws -> Finished {
    try Finished.control(["run"] + RunStage.patience + words, at: daemon.socketPath)
  }

  /// A connection of another program, with an active session that nobody else's may disturb.
  func call() throws -> (connection: ClientConnection, session: JSONValue) {
    let connection = try daemon.connect()
    let session = try connection.play([
      "name": "phone", "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall",
    ])
    return (connection, session)
  }

  func end(_ call: (connection: ClientConnection, session: JSONValue)) throws {
    try call.connection.granted("session.close", ["session": call.session])
  }

  /// Waits until the session of this name is in a state; its number.
  @discardableResult
  func await(_ state: String, of name: String) throws -> JSONValue {
    let connection = try daemon.connect()
    var found: JSONValue = .null
    try Condition.wait("\(name) \(state)") {
      let session = try connection.sessions().first { $0["name"]?.string == name }
      found = session?["session"] ?? .null
      return session?["state"]?.string == state
    }
    return found
  }

  /// Waits until no session is left.
  func awaitNoSession() throws {
    let connection = try daemon.connect()
    try Condition.wait("no session") { try connection.sessions().isEmpty }
  }
}

/// `audiosessionctl run` as a process, with its standard output and error in files.
final class RunningCommand {
  private let child: ChildProcess
  private let files: String

  /// With a `parent`, that is a program which runs the words behind its own.
  init(
    _ words: [String],
    beneath parent: [String],
    at socket: String,
    files: String,
    input: CInt?
  ) throws {
    self.files = files
    let paths = ["out", "err"].map { "\(files).\($0)" }
    let outputs = paths.map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { for number in outputs + [null] { close(number) } }
    child = try ChildProcess(
      Spawn.path(of: "setsid"),
      parent + [Spawn.path(ofBuilt: "audiosessionctl"), "run"] + words,
      descriptors: [0: input ?? null, 1: outputs[0], 2: outputs[1]],
      environment: ["AUDIOSESSION_SOCKET": socket]
    )
  }

  deinit { killCommand(sparingWrapper: false) }

  var pid: Int32 { child.pid }

  func send(_ signal: CInt) { child.send(signal) }

  func wait() throws -> Int32 { try child.wait() }

  func kill() throws { try child.kill() }

  /// Kills the command, which would outlive its wrapper.
  ///
  /// - Returns: Whether there was any.
  @discardableResult
  func killCommand(sparingWrapper: Bool = true) -> Bool {
    let rows = ProcessTable.all().filter { row in
      row.session == child.pid && (row.pid != child.pid || !sparingWrapper)
    }
    for row in rows { Glibc.kill(row.pid, SIGKILL) }
    return !rows.isEmpty
  }

  /// Kills the wrapper and the command.
  func killAll() throws {
    try child.kill()
    killCommand()
  }

  var output: String { (try? String(contentsOfFile: "\(files).out", encoding: .utf8)) ?? "" }
  var error: String { (try? String(contentsOfFile: "\(files).err", encoding: .utf8)) ?? "" }

  /// Waits until the output is as it should be.
  func awaitOutput(_ text: String) throws {
    try Condition.wait("the output \(text), not \(output) \(error)") { output == text }
  }

  /// The process that runs the command.
  func command() throws -> Int32 {
    var found: Int32?
    try Condition.wait("the command of \(pid)") {
      found = ProcessTable.all().first { $0.parent == pid }?.pid
      return found != nil
    }
    return found ?? 0
  }
}

/// The processes of the machine, from /proc.
enum ProcessTable {
  struct Row: Equatable {
    var pid: Int32
    var parent: Int32
    var group: Int32
    var session: Int32
    /// `T`: stopped; see proc_pid_stat(5).
    var state: Character
  }

  static func all() -> [Row] {
    entries().filter { !"ZX".contains($0.state) }
  }

  /// One process; nil if it has ended.
  static func row(_ pid: Int32) -> Row? {
    entry(pid).flatMap { "ZX".contains($0.state) ? nil : $0 }
  }

  /// The children of a process that have ended without being waited for.
  static func zombies(of parent: Int32) -> [Row] {
    entries().filter { $0.parent == parent && $0.state == "Z" }
  }

  private static func entries() -> [Row] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap(entry)
  }

  private static func entry(_ pid: Int32) -> Row? {
    guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let end = stat.lastIndex(of: ")")
    else { return nil }
    let fields = stat[end...].split(separator: " ")
    guard fields.count > 4, let state = fields[1].first,
      let parent = Int32(fields[2]), let group = Int32(fields[3]), let session = Int32(fields[4])
    else { return nil }
    return Row(pid: pid, parent: parent, group: group, session: session, state: state)
  }

  /// The states of a process group's members, one letter each, sorted.
  static func states(ofGroup group: Int32) -> String {
    String(all().filter { $0.group == group }.map(\.state).sorted())
  }

  /// Waits until a process group has so many members, all stopped or all not.
  static func await(group: Int32, isStopped: Bool, count: Int = 1) throws {
    let what = "\(count) processes \(isStopped ? "stopped" : "running")"
    try Condition.wait("\(what): \(states(ofGroup: group))") {
      let states = states(ofGroup: group)
      return states.count == count && states.allSatisfy { ($0 == "T") == isStopped }
    }
  }
}
