import Foundation
import TestSupport
import Testing

/// The service installed from its package on a machine of its own, from the first client to removal.
///
/// It is lived once on each system (``Lives``), by the script of the same name; what was seen is then
/// judged part by part.
struct Life: Sendable {
  /// What was seen, by the headlines of the parts.
  let parts: [(title: String, text: String)]

  /// Returns the life on a system that can be booted.
  ///
  /// - Throws: That it can't be lived.
  static func lived(on system: BootedSystem) throws -> Life { try lives.life(on: system) }

  private static let lives = Lives(of: "life", prepare: prepare)

  /// Why it can't be lived here; nil if it can.
  static let lack = DebianPackage.lack ?? Machine.lack

  /// Lives a script in a machine of its own; beside it are `listener`, for those that need a user, and
  /// `tone`, for what is heard.
  ///
  /// - Parameters:
  ///   - script: Its name beside this file.
  ///   - system: What the machine boots.
  ///   - prepare: Puts what it needs beside it, into the folder of this path.
  /// - Throws: That there is no machine, or that the script failed.
  init(_ script: String, on system: BootedSystem, prepare: (String) throws -> Void) throws {
    let machine = try Machine("\(script)-\(system)")
    for name in [script, "listener", "tone"] {
      try FileManager.default.copyItem(
        atPath: Checkout.path("Tests/System/ServiceTests/\(name)"),
        toPath: "\(machine.given)/\(name)"
      )
    }
    try prepare(machine.given)
    try machine.start(system)
    let seen = try machine.run(["bash", "/given/\(script)"])
    try #require(seen.status == 0, "\(seen.text)")
    parts = seen.text.split(separator: #/(?:^|\n)== /#).compactMap { part in
      let lines = part.split(separator: "\n", maxSplits: 1)
      guard let title = lines.first else { return nil }
      return (String(title), lines.dropFirst().joined().trimmingCharacters(in: .newlines))
    }
  }

  /// Puts the package, the load and the clients where the machine has them.
  @Sendable private static func prepare(_ folder: String) throws {
    try carryOut(["cp", Checkout.path("Tests/System/ServiceTests/clients"), folder])
    // Swift's library, with which every product is linked, beside the program that looks for it there.
    try carryOut([
      "sh", "-euc",
      #"""
      cp "$1" "$0/load"
      ldd "$1" | sed -n 's/.* => \(.*\/libswift[^ ]*\) .*/\1/p' | xargs -r cp -t "$0"
      """#, folder, "\(Checkout.programs)/audiosession-test-load",
    ])
    try put(DebianPackage.made.get().path, into: folder)
  }

  /// Puts a package into a folder, and the same as a newer version.
  static func put(_ package: String, into folder: String) throws {
    try carryOut([
      "sh", "-euc",
      """
      cp "$1" "$0"
      dpkg-deb -R "$1" "$0/newer"
      sed -i 's/^Version:.*/Version: 9.0/; s/(= [^)]*)/(= 9.0)/' "$0/newer/DEBIAN/control"
      dpkg-deb --root-owner-group -Znone -b "$0/newer" "$0/$(dpkg-deb -f "$1" Package)_9.0.deb"
      rm -r "$0/newer"
      """, folder, package,
    ])
  }

  private static func carryOut(_ words: [String]) throws {
    let result = try Checkout.run(words)
    try #require(result.status == 0, "\(words.joined(separator: " ")): \(result.text)")
  }
}
