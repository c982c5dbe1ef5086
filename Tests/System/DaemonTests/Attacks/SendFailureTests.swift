import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Sends that fail: a client gets its answer or the end of file, never silence.
@Suite(.tags(.process), .enabled(if: InjectedDaemon.isPossible, "it takes strace"))
struct SendFailureTests {
  /// A daemon of which one call of send(2), the one of that number, fails.
  private static func daemon(failing call: Int, with error: String) throws -> InjectedDaemon {
    try InjectedDaemon([
      "-e", "trace=sendto", "-e", "inject=sendto:error=\(error):when=\(call)",
    ])
  }

  @Test(arguments: ["ENOBUFS", "ENOMEM"])
  func `a send that fails for lack of kernel memory: retried later`(_ error: String) throws {
    let daemon = try Self.daemon(failing: 5, with: error)
    let client = try ClientConnection(to: daemon.socketPath)
    for _ in 0..<20 { #expect(try client.isServed()) }
  }

  @Test func `where nothing can be sent any more, the connection ends`() throws {
    let daemon = try Self.daemon(failing: 5, with: "EIO")
    let client = try ClientConnection(to: daemon.socketPath)
    for _ in 0..<10 { _ = try? client.call("server.status") }
    #expect(try client.linesToEnd() == [])
    #expect(try ClientConnection(to: daemon.socketPath).isServed())
  }
}

/// A daemon under strace, some of whose system calls fail.
final class InjectedDaemon {
  static let isPossible = (try? Spawn.path(of: "strace")) != nil

  let socketPath: String
  private let folder: TemporaryDirectory
  private let journalPath: String
  let process: ChildProcess

  /// What it has said on its standard error so far.
  var journal: String { get throws { try String(contentsOfFile: journalPath, encoding: .utf8) } }

  init(_ options: [String], environment: [String: String] = [:]) throws {
    folder = try TemporaryDirectory()
    socketPath = folder.path(of: "socket")
    let configuration = try folder.write("", to: "conf")
    journalPath = try folder.write("", to: "journal")
    let standardError = try FileHandle(forWritingTo: URL(filePath: journalPath))
    let daemon = try Spawn.path(ofBuilt: "audiosessiond")
    // As its grandchild, so that the daemon is the process that is started, and ends with this.
    let quiet = ["-D", "-o", "/dev/null"]
    process = try ChildProcess(
      Spawn.path(of: "strace"),
      quiet + options + [daemon, "--socket", socketPath, "--config", configuration],
      descriptors: [2: standardError.fileDescriptor],
      environment: environment
    )
    try Condition.wait("the daemon to listen") { SocketState.isListening(at: socketPath) }
  }
}
