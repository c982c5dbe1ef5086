import Foundation
import TestSupport
import Testing

/// The service installed from its package on a machine of its own, from the first client to removal.
///
/// It is lived once, by the script of the same name; what was seen is then judged part by part.
struct Life {
  /// What was seen, by the headlines of the parts.
  let parts: [(title: String, text: String)]

  static let lived = Result { try Life("life", prepare: prepare) }

  /// Why it can't be lived here; nil if it can.
  static let lack: String? = {
    if let lack = DebianPackage.lack { return lack }
    guard let said = try? Checkout.run(["Tests/ServiceTests/machine", "lacks"]).text else {
      return "there is no bash"
    }
    return said.isEmpty ? nil : said.trimmingCharacters(in: .newlines)
  }()

  /// Lives a script in a machine of its own.
  ///
  /// - Parameters:
  ///   - script: Its name beside this file.
  ///   - prepare: Puts what it needs beside it, into the folder of this path.
  /// - Throws: That there is no machine, or that the script failed.
  init(_ script: String, prepare: (String) throws -> Void) throws {
    // Not in /tmp, which is another within the machine.
    let state = "/var/tmp/audiosession-\(script)-\(ProcessInfo.processInfo.processIdentifier)"
    let machine = "Tests/ServiceTests/machine"
    let given = "\(state)/given"
    try FileManager.default.createDirectory(atPath: given, withIntermediateDirectories: true)
    defer { _ = try? Checkout.run([machine, "stop", state]) }
    try FileManager.default.copyItem(
      atPath: "\(Checkout.root)/Tests/ServiceTests/\(script)",
      toPath: "\(given)/\(script)"
    )
    try prepare(given)
    try Life.carryOut([machine, "start", state])
    let seen = try Life.carryOut([machine, "run", state, "bash", "/given/\(script)"])
    parts = seen.split(separator: #/(?:^|\n)== /#).compactMap { part in
      let lines = part.split(separator: "\n", maxSplits: 1)
      guard let title = lines.first else { return nil }
      return (String(title), lines.dropFirst().joined().trimmingCharacters(in: .newlines))
    }
  }

  /// Puts the package, the same as a newer version, and the load where the machine has them.
  private static func prepare(_ folder: String) throws {
    try FileManager.default.copyItem(
      atPath: "\(Checkout.programs)/audiosession-test-load",
      toPath: "\(folder)/load"
    )
    let package = try DebianPackage.made.get().path
    try carryOut([
      "sh", "-euc",
      """
      cp "$1" "$0"
      dpkg-deb -R "$1" "$0/newer"
      sed -i 's/^Version:.*/Version: 9.0/' "$0/newer/DEBIAN/control"
      dpkg-deb --root-owner-group -b "$0/newer" "$0/audiosession_9.0.deb" > "$0/log"
      """, folder, package,
    ])
  }

  @discardableResult
  private static func carryOut(_ words: [String]) throws -> String {
    let result = try Checkout.run(words)
    try #require(result.status == 0, "\(words.joined(separator: " ")): \(result.text)")
    return result.text
  }
}
