import Foundation
import TestSupport
import Testing

/// A machine of the test's own under a systemd that runs, as the script of the same name boots it.
final class Machine {
  private let state: String

  /// The folder that the machine has as /given.
  let given: String

  /// Makes the folder; nothing runs yet.
  ///
  /// - Throws: What the file system says against it.
  init(_ name: String) throws {
    // Not in /tmp, which is another within the machine.
    state = "/var/tmp/audiosession-\(name)-\(ProcessInfo.processInfo.processIdentifier)"
    given = "\(state)/given"
    try FileManager.default.createDirectory(atPath: given, withIntermediateDirectories: true)
  }

  /// Boots a system.
  ///
  /// - Throws: That it didn't come up.
  func start(_ system: BootedSystem) throws {
    let result = try Checkout.run([Self.script, "start", state] + (system.tree.map { [$0] } ?? []))
    try #require(result.status == 0, "\(result.text)")
  }

  /// Runs a command inside, as root.
  ///
  /// - Throws: That it can't be started.
  func run(_ words: [String]) throws -> (status: Int32, text: String) {
    try Checkout.run([Self.script, "run", state] + words)
  }

  deinit { _ = try? Checkout.run([Self.script, "stop", state]) }

  /// Why there can't be one here; nil if there can.
  static let lack: String? = {
    guard let said = try? Checkout.run([script, "lacks"]).text else { return "there is no bash" }
    return said.isEmpty ? nil : said.trimmingCharacters(in: .newlines)
  }()

  private static let script = "Tests/System/ServiceTests/machine"
}

/// What a machine boots: this machine's own system, or the tree of another one.
///
/// The CI makes the tree of Debian 13. That of Debian testing changes from day to day, so it is tried
/// by those who make it: `.ci/debian testing`.
enum BootedSystem: String, CaseIterable {
  case own
  case debian13 = "trixie"
  case debianTesting = "testing"

  /// The folder with its files; nil for this machine's own.
  var tree: String? { self == .own ? nil : Checkout.path(".build/debian-\(rawValue)") }

  /// Why it can't be booted, where a machine can be; nil if it can.
  var lack: String? {
    guard let tree, !FileManager.default.fileExists(atPath: tree) else { return nil }
    return "there is no tree of it; `.ci/debian \(rawValue)` makes one"
  }

  /// Those that can be booted.
  static let all = allCases.filter { $0.lack == nil }
}
