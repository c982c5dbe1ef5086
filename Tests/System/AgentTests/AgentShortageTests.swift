import Foundation
import TestSupport
import TestTraits
import Testing

/// An agent some of whose system calls fail for lack of descriptors, watches or memory.
@Suite(.tags(.process), .enabled(if: InjectedProgram.isPossible, "it takes strace"))
struct AgentShortageTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func agent(
    failing call: String,
    with error: String,
    when: String,
    noting others: [String] = [],
    at socket: String? = nil
  ) throws -> InjectedProgram {
    try InjectedProgram(
      "audiosession-agent",
      ["--socket", socket ?? folder.path(of: "socket")],
      failing: call,
      with: error,
      when: when,
      noting: others,
      environment: folder.environment
    )
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
      [
        "-D", "-o", "/dev/null", "-e", "trace=\(call)",
        "-e", "inject=\(call):error=\(error):when=1",
        Spawn.path(ofBuilt: "audiosession-agent"), "--socket", folder.path(of: "socket"),
      ],
      environment: folder.environment
    )
    #expect(ended.status == 1)
    #expect(ended.error.hasSuffix("audiosession-agent: \(call): \(meaning)\n"))
  }

  @Test func `a guard that there is no descriptor for: ended and reaped, and the next is kept`()
    throws
  {
    let agent = try agent(failing: "pidfd_open", with: "EMFILE", when: "1")
    _ = try agent.callsUntilRepeated()
    let pid = agent.process.pid
    let children = "/proc/\(pid)/task/\(pid)/children"
    let guards = try String(contentsOfFile: children, encoding: .utf8).split(separator: " ")
    #expect(guards.count == 1)
  }

  @Test func `a guard without memory for a wait looks now and again, and ends with its agent`()
    throws
  {
    let (input, lifeline) = try connectedSockets(SOCK_SEQPACKET)
    let start = ContinuousClock.now
    let guardian = try InjectedProgram(
      "audiosession-agent",
      ["--guard"],
      failing: "poll",
      with: "ENOMEM",
      when: "1+",
      descriptors: [STDIN_FILENO: input],
      environment: folder.environment
    )
    close(input)
    try Condition.wait("twenty looks") { try guardian.calls().count >= 20 }
    #expect(ContinuousClock.now - start >= .milliseconds(190))
    close(lifeline)
    #expect(try guardian.process.wait() == 0)
  }

  @Test func `without a descriptor for who asks, the agent waits before it accepts again`() throws {
    let agent = try agent(failing: "accept4", with: "EMFILE", when: "1+")
    let path = folder.path(of: "audiosession/agent")
    try Condition.wait("the agent to listen") { SocketState.isListening(at: path) }
    let client = try ClientConnection(to: path)
    try Condition.wait("the first try") { try !agent.calls().isEmpty }
    // Nothing can be awaited: it does nothing.
    usleep(300_000)
    #expect(try agent.calls().count == 1)
    withExtendedLifetime(client) {}
  }

  @Test(arguments: ["sendto", "recvfrom"], ["ENOBUFS", "ENOMEM"])
  func `the kernel has no memory for a message: it is tried again on the same connection`(
    _ call: String,
    _ error: String
  ) throws {
    let daemon = try TestDaemon()
    let socket = daemon.socketPath
    let agent = try agent(failing: call, with: error, when: "1", noting: ["connect"], at: socket)
    let calls = try agent.callsUntilRepeated()
    #expect(calls.filter { $0.contains("\(socket)\"") }.count == 1, "\(calls)")
  }
}
