import Foundation
import TestSupport
import TestTraits
import Testing

/// The agent's tests once more, on the PipeWire, the WirePlumber and the players of another Debian.
///
/// On the thread of the tests with players, as they are such tests. Each that fails is tried once more
/// there, and not all of them again here.
@Suite(
  .disabled(if: Machine.lack != nil, Comment(rawValue: Machine.lack ?? "")),
  .serialized,
  .besideThePool(.players)
)
struct OtherSoundTests {
  /// What isn't run there, and why.
  private static let skipped: [String] = []

  @Test(arguments: BootedSystem.all.filter { $0 != .own })
  func `the agent's tests pass there, and none is left out`(system: BootedSystem) throws {
    let result = try Checkout.run(
      [".ci/sound", system.rawValue],
      environment: ["BINARIES": Checkout.programs]
    )
    let lines = result.text.split(separator: "\n").map(String.init)
    // With what follows them, in which an issue is explained.
    let issues = lines.indices.filter { lines[$0].contains(" recorded an issue ") }
      .map { lines[$0..<min($0 + 6, lines.count)].joined(separator: "\n") }
    for issue in issues { Issue.record("on \(system.rawValue): \(issue)") }
    #expect(lines.filter { $0.contains(" skipped") } == Self.skipped)
    let summary = lines.last ?? ""
    print("\(system.rawValue), the agent's tests: \(summary)")
    #expect(result.status == 0)
    #expect(
      summary.contains(/Test run with \d{3,} tests in \d+ suites passed/),
      "\(lines.suffix(20).joined(separator: "\n"))"
    )
  }
}
