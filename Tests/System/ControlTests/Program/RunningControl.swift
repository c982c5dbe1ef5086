import AudioSessionSystem
import Glibc
import TestSupport

/// An `audiosessionctl` that goes on: its lines are read as they come, and it can be given some.
final class RunningControl {
  private let process: ChildProcess
  private let output: ClientConnection
  private let errors: ClientConnection

  /// Starts it against the daemon at a path.
  init(_ line: [String], at path: String) throws {
    let (ours, theirs) = try connectedSockets()
    let (oursForErrors, theirErrors) = try connectedSockets()
    defer {
      close(theirs)
      close(theirErrors)
    }
    output = ClientConnection(Socket(FileDescriptor(ours)))
    errors = ClientConnection(Socket(FileDescriptor(oursForErrors)))
    process = try ChildProcess(
      "audiosessionctl",
      line,
      descriptors: [0: theirs, 1: theirs, 2: theirErrors],
      environment: ["AUDIOSESSION_SOCKET": path]
    )
  }

  /// The next lines of standard output.
  func lines(_ count: Int) throws -> [String] {
    try (0..<count).map { _ in try output.nextLine() ?? "(the end)" }
  }

  /// The next line of standard error.
  func error() throws -> String { try errors.nextLine() ?? "(the end)" }

  /// Writes a line to standard input.
  func type(_ line: String) throws { try output.send("\(line)\n") }

  /// Ends standard input.
  func endInput() throws { try output.endWriting() }

  /// Ends what reads its output.
  func endReading() { output.drop() }

  func send(_ signal: CInt) { process.send(signal) }

  /// Waits for its end.
  func status() throws -> Int32 { try process.wait() }

  /// The rest of standard output.
  func rest() throws -> [String] { try output.linesToEnd() }
}
