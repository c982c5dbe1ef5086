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
}
