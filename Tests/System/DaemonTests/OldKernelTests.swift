import Foundation
import TestSupport
import TestTraits
import Testing

/// The oldest kernel that is supported, as far as a filter of system calls can be it.
@Suite(.enabled(if: Checkout.has("python3"), "python3 is not installed"), .tags(.process))
struct OldKernelTests {
  @Test func `with the system calls of Linux 5_10: peer and life cycle suites pass`() throws {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path
    let suites = "IdentityTests|PeerTests|LifecycleTests"
    let said = try Checkout.run(
      ["Tests/System/DaemonTests/old-kernel", program, "--testing-library", "swift-testing"]
        + ["--filter", suites],
      environment: ["NO_COLOR": "1"]
    )
    #expect(said.status == 0, "\(said.text)")
    for suite in suites.split(separator: "|") {
      #expect(said.text.contains("Suite \(suite) passed"), "\(said.text)")
    }
  }
}
