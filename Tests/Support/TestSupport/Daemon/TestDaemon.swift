import AudioSessionSystem
import Foundation

/// A real `audiosessiond` in a place of its own; it is killed when nobody refers to it any more.
package final class TestDaemon {
  package let folder: TemporaryDirectory
  package let socketPath: String
  package let configurationPath: String
  package private(set) var process: ChildProcess
  private let program: String
  private let environment: [String: String]
  private var messages: MessagePipe

  /// Starts a daemon and waits until it listens.
  ///
  /// - Parameters:
  ///   - configuration: What stands in its only file.
  ///   - program: Its name among what was built, or an absolute path.
  /// - Throws: What it says instead of listening.
  package convenience init(
    _ configuration: DaemonConfiguration = DaemonConfiguration(),
    program: String = "audiosessiond"
  ) throws(ProcessFault) {
    do {
      try self.init(text: configuration.text, in: TemporaryDirectory(), program: program)
    } catch {
      throw ProcessFault("\(error)")
    }
  }

  /// Starts a daemon in a folder that may have been another's.
  ///
  /// - Parameters:
  ///   - text: What stands in its only file.
  ///   - folder: Where its file and its socket are.
  ///   - program: Its name among what was built, or an absolute path.
  ///   - environment: Variables beside the test's own.
  /// - Throws: What it says instead of listening.
  package init(
    text: String,
    in folder: TemporaryDirectory,
    program: String = "audiosessiond",
    environment: [String: String] = [:]
  ) throws(ProcessFault) {
    self.folder = folder
    self.program = program
    self.environment = environment
    socketPath = folder.path(of: "socket")
    configurationPath = folder.path(of: "conf")
    // Clients of other users must come through the folder.
    chmod(folder.path, 0o711)
    // Where a file that names a profile has it looked for.
    symlink(ProfileFile.folder, folder.path(of: "profiles"))
    try TestDaemon.write(text, to: configurationPath)
    messages = try MessagePipe()
    process = try TestDaemon.start(program, socketPath, configurationPath, messages, environment)
  }

  /// Puts another configuration into the daemon's file; a reload brings it into force.
  package func configure(_ text: String) throws(ProcessFault) {
    try TestDaemon.write(text, to: configurationPath)
  }

  /// Makes the daemon read its configuration again, and waits for what it says of it.
  ///
  /// - Returns: All that it says, up to the sentence that tells how it ended.
  @discardableResult
  package func reload() throws(ProcessFault) -> [String] {
    process.send(SIGHUP)
    var said: [String] = []
    while true {
      let line = try nextMessage()
      said.append(line)
      if line.hasPrefix("the configuration") { return said }
    }
  }

  /// The next line of the daemon's standard error.
  package func nextMessage() throws(ProcessFault) -> String { try messages.nextLine() }

  /// Asks for an orderly stop; whoever is connected should read on.
  package func askToStop() { process.send(SIGTERM) }

  /// Kills the daemon, and starts another at the same path.
  package func restart() throws(ProcessFault) {
    try process.kill()
    messages = try MessagePipe()
    process = try TestDaemon.start(program, socketPath, configurationPath, messages, environment)
  }

  /// Connects from the test's own process.
  package func connect() throws(ProcessFault) -> ClientConnection {
    try ClientConnection(to: socketPath)
  }

  private static func start(
    _ program: String,
    _ socketPath: String,
    _ configurationPath: String,
    _ messages: MessagePipe,
    _ environment: [String: String]
  ) throws(ProcessFault) -> ChildProcess {
    _ = try? OpenFilesLimit.raise()
    let process = try ChildProcess(
      program,
      ["--socket", socketPath, "--config", configurationPath],
      descriptors: [2: messages.writingEnd],
      environment: environment
    )
    messages.closeWritingEnd()
    let line = try messages.nextLine()
    guard line.contains("listening on") else { throw ProcessFault("the daemon said: \(line)") }
    return process
  }

  private static func write(_ text: String, to path: String) throws(ProcessFault) {
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw ProcessFault("\(path): \(error)")
    }
  }
}

/// What a program says on its standard error, line by line, without the priorities (`<6>`).
final class MessagePipe {
  private let reading: FileDescriptor
  private var writing: FileDescriptor?
  private var received: [UInt8] = []

  init() throws(ProcessFault) {
    var numbers: [CInt] = [-1, -1]
    guard pipe(&numbers) == 0 else {
      throw ProcessFault("pipe: \(String(cString: strerror(errno)))")
    }
    for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    reading = FileDescriptor(numbers[0])
    writing = FileDescriptor(numbers[1])
  }

  var writingEnd: CInt {
    switch writing {
    case .some(let end): end.number
    case .none: -1
    }
  }

  /// From then on the pipe ends with the program.
  func closeWritingEnd() { writing = nil }

  func nextLine() throws(ProcessFault) -> String {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: received[..<end], as: UTF8.self)
        received.removeSubrange(...end)
        return line.firstMatch(of: /^<[0-7]>/).map { String(line[$0.range.upperBound...]) } ?? line
      }
      try Patience.wait(for: POLLIN, on: reading.number, "a message of the daemon")
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(reading.number, &buffer, buffer.count)
      guard count > 0 else { throw ProcessFault("the daemon has ended") }
      received += buffer[..<count]
    }
  }
}
