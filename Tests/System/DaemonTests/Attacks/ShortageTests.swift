import AudioSessionJSON
import Foundation
import TestSupport
import TestTraits
import Testing

/// Calls that fail for lack of memory, of descriptors or of room at the service manager.
@Suite(.tags(.process), .enabled(if: InjectedDaemon.isPossible, "it takes strace"))
struct ShortageTests {
  @Test(arguments: ["ENOBUFS", "ENOMEM"])
  func `a receive that fails for lack of kernel memory: tried again`(_ error: String) throws {
    let daemon = try InjectedDaemon([
      "-e", "trace=recvfrom", "-e", "inject=recvfrom:error=\(error):when=3",
    ])
    let client = try ClientConnection(to: daemon.socketPath)
    for _ in 0..<10 { #expect(try client.isServed()) }
  }

  /// The fifth call is the first that watches a connection.
  @Test func `a connection that can't be watched at all: ended, with the reason in the journal`()
    throws
  {
    let daemon = try InjectedDaemon([
      "-e", "trace=epoll_ctl", "-e", "inject=epoll_ctl:error=ENOMEM:when=5",
    ])
    let refused = try ClientConnection(to: daemon.socketPath)
    #expect(try refused.linesToEnd() == [])
    #expect(try ClientConnection(to: daemon.socketPath).isServed())
    #expect(try daemon.journal.contains("can't watch a connection: epoll_ctl: "))
  }

  @Test func `a process that can't be looked at: an error, and the journal says why`() throws {
    let player = try ChildProcess("/bin/sleep", ["600"])
    let daemon = try InjectedDaemon([
      "-P", "/proc/\(player.pid)/stat", "-e", "inject=openat:error=EMFILE:when=1",
    ])
    let agent = try ClientConnection(to: daemon.socketPath)
    let opening: JSONValue = ["onBehalfOf": .number("\(player.pid)")]
    #expect(try agent.refusal("session.open", opening) == "internalError")
    #expect(try daemon.journal.contains("can't look at process \(player.pid): open: "))
    #expect(try agent.call("session.open", opening)["result"] != nil)
  }

  /// The sixth call is the first that changes what a connection is watched for.
  @Test func `a connection that can't be watched any longer: cut off, once`() throws {
    let daemon = try InjectedDaemon([
      "-e", "trace=epoll_ctl", "-e", "inject=epoll_ctl:error=ENOMEM:when=6+",
    ])
    let client = try ClientConnection(to: daemon.socketPath)
    for _ in 0..<50 { _ = try client.post("rpc.discover") }
    _ = try client.linesToEnd()
    daemon.process.send(SIGTERM)
    #expect(try daemon.process.wait() == 0)
  }

  @Test func `a peer whose cgroup there is no descriptor for: not taken for one without a unit`()
    throws
  {
    let daemon = try InjectedDaemon([
      "-P", "/proc/\(getpid())/cgroup", "-e", "inject=openat:error=EMFILE:when=1",
    ])
    let refused = try ClientConnection(to: daemon.socketPath)
    #expect(try refused.linesToEnd() == [])
    #expect(try ClientConnection(to: daemon.socketPath).isServed())
  }

  /// The ledger is stored first, then the daemon is ready; the third message is the goodbye.
  @Test(arguments: ["EAGAIN", "ENOBUFS", "ENOMEM"], ["FDSTORE=1", "READY=1"])
  func `what the manager can't be told at once: told before any client comes`(
    _ error: String,
    _ message: String
  ) throws {
    let manager = try NotifySocket()
    let daemon = try InjectedDaemon(
      Self.failing(error, message == "READY=1" ? 2 : 1),
      environment: ["NOTIFY_SOCKET": manager.path]
    )
    try manager.expect(message)
    #expect(try ClientConnection(to: daemon.socketPath).isServed())
  }

  @Test(arguments: ["EAGAIN", "ENOBUFS", "ENOMEM"])
  func `a goodbye that the manager can't be told at once: told before the daemon ends`(
    _ error: String
  ) throws {
    let manager = try NotifySocket()
    let daemon = try InjectedDaemon(
      Self.failing(error, 3),
      environment: ["NOTIFY_SOCKET": manager.path]
    )
    try manager.expect("READY=1")
    daemon.process.send(SIGTERM)
    try manager.expect("STOPPING=1")
    #expect(try daemon.process.wait() == 0)
  }

  /// A client is told that the daemon stops, and isn't watched in a loop until there is memory.
  @Test func `a goodbye that the kernel has no memory for: sent when it has`() throws {
    let daemon = try InjectedDaemon([
      "-e", "trace=sendto,epoll_wait", "-e", "inject=sendto:error=ENOBUFS:when=2",
    ])
    let client = try ClientConnection(to: daemon.socketPath)
    #expect(try client.isServed())
    daemon.process.send(SIGTERM)
    let told = try client.linesToEnd()
    #expect(told.count == 1 && told[0].contains("mediaServices.wereLost"))
    #expect(try daemon.process.wait() == 0)
  }

  private static func failing(_ error: String, _ number: Int) -> [String] {
    ["-e", "trace=sendmsg", "-e", "inject=sendmsg:error=\(error):when=\(number)"]
  }
}

/// A service manager that only listens.
private final class NotifySocket {
  let path: String
  private let folder: TemporaryDirectory
  private let number: CInt

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "notify")
    number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close(number) }

  /// Waits for a message that begins like this; those before it are dropped.
  func expect(_ text: String) throws {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      try Patience.wait(for: POLLIN, on: number, text)
      let count = recv(number, &bytes, bytes.count, 0)
      if String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).hasPrefix(text) { return }
    }
  }
}
