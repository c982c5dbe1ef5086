import Foundation
import TestSupport
import TestTraits
import Testing

/// An agent some of whose system calls fail for lack of descriptors or watches.
@Suite(.tags(.process), .enabled(if: Checkout.has("strace"), "it takes strace"))
struct AgentShortageTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// What starts an agent of which a call fails.
  private func words(
    _ call: String,
    _ error: String,
    _ when: String,
    log: String
  ) throws -> [String] {
    let agent = try Spawn.path(ofBuilt: "audiosession-agent")
    return [
      "-D", "-o", log, "-e", "signal=none", "-e", "trace=\(call)",
      "-e", "inject=\(call):error=\(error):when=\(when)",
      agent, "--socket", folder.path(of: "socket"),
    ]
  }

  private var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path,
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path(of: "bus"))",
    ]
  }

  @Test(arguments: [
    ("timerfd_create", "EMFILE", "Too many open files"),
    ("epoll_create1", "EMFILE", "Too many open files"),
    ("inotify_add_watch", "ENOSPC", "No space left on device"),
  ])
  func `what the agent can't run without: named, and its exit status is 1`(
    _ call: String,
    _ error: String,
    _ meaning: String
  ) throws {
    let ended = try Finished(
      of: Spawn.path(of: "strace"),
      words(call, error, "1", log: "/dev/null"),
      environment: environment
    )
    #expect(ended.status == 1)
    #expect(ended.error.hasSuffix("audiosession-agent: \(call): \(meaning)\n"))
  }

  @Test func `a guard that there is no descriptor for: ended and reaped, and the next is kept`()
    throws
  {
    let log = try folder.write("", to: "log")
    let agent = try ChildProcess(
      Spawn.path(of: "strace"),
      words("pidfd_open", "EMFILE", "1", log: log),
      environment: environment
    )
    try Condition.wait("the second guard") {
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count == 2
    }
    let children = "/proc/\(agent.pid)/task/\(agent.pid)/children"
    let guards = try String(contentsOfFile: children, encoding: .utf8).split(separator: " ")
    #expect(guards.count == 1)
  }

  @Test func `without a descriptor for who asks, the agent waits before it accepts again`() throws {
    let log = try folder.write("", to: "log")
    let agent = try ChildProcess(
      Spawn.path(of: "strace"),
      words("accept4", "EMFILE", "1+", log: log),
      environment: environment
    )
    let path = folder.path(of: "audiosession/agent")
    try Condition.wait("the agent to listen") { SocketState.isListening(at: path) }
    let client = try ClientConnection(to: path)
    func tries() throws -> Int {
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").count
    }
    try Condition.wait("the first try") { try tries() > 0 }
    // Nothing can be awaited: it does nothing.
    usleep(300_000)
    #expect(try tries() == 1)
    withExtendedLifetime((client, agent)) {}
  }
}
