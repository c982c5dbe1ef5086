import TestSupport
import TestTraits
import Testing

/// A bridge some of whose system calls fail for lack of memory.
@Suite(
  .tags(.process),
  .enabled(if: InjectedProgram.isPossible && canRunBridges(), "needs strace and the trait MQTT")
)
struct BridgeShortageTests {
  @Test(arguments: ["sendto", "recvfrom"], ["ENOBUFS", "ENOMEM"])
  func `the kernel has no memory for a message: it is tried again on the same connection`(
    _ call: String,
    _ error: String
  ) throws {
    let daemon = try TestDaemon()
    let folder = try TemporaryDirectory()
    let bridge = try InjectedProgram(
      "audiosession-house",
      ["--socket", daemon.socketPath, "--broker", "127.0.0.1:1", "--house", "home"],
      failing: call,
      with: error,
      when: "1",
      noting: ["connect"],
      environment: ["XDG_RUNTIME_DIR": folder.path]
    )
    let calls = try bridge.callsUntilRepeated()
    #expect(calls.filter { $0.contains("\(daemon.socketPath)\"") }.count == 1, "\(calls)")
  }
}
