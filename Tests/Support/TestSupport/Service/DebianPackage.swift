import Foundation

/// The daemon's package: that of `AUDIOSESSION_PACKAGE`, else one made for these tests.
package struct DebianPackage: Sendable {
  package let path: String
  /// That of the agent, which is made beside it where its libraries are installed.
  package var agentPath: String { path.replacing("/audiosession_", with: "/audiosession-agent_") }
  /// That of the bridge between machines, likewise.
  package var housePath: String { path.replacing("/audiosession_", with: "/audiosession-house_") }
  /// What the making said of it.
  package let words: [String]

  package static let made = Result { try DebianPackage() }

  private init() throws {
    if let given = ProcessInfo.processInfo.environment["AUDIOSESSION_PACKAGE"], !given.isEmpty {
      path = given
      words = []
      return
    }
    let result = try Checkout.run(["systemd/package"])
    guard result.status == 0 else { throw ProcessFault("systemd/package: \(result.text)") }
    words = result.text.split(separator: "\n").map(String.init)
    guard let path = words.first(where: { $0.hasSuffix(".deb") }) else {
      throw ProcessFault("systemd/package: expected the path of a package: \(result.text)")
    }
    self.path = path
  }

  /// Which of the tools that make a package isn't installed; nil if all are.
  package static let lack: String? = Checkout.lack(
    of: ["swift", "dh", "dpkg-buildpackage", "fakeroot", "pkg-config"]
  )
}
