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

  /// Unpacks the package that installs a program.
  ///
  /// - Parameters:
  ///   - program: Its name.
  ///   - folder: Where the package's files are put.
  /// - Returns: The program's path there.
  /// - Throws: The package can't be unpacked.
  package func unpack(_ program: String, into folder: TemporaryDirectory) throws -> String {
    let package =
      switch program {
      case "audiosession-agent": agentPath
      case "audiosession-house": housePath
      default: path
      }
    let result = try Checkout.run(["dpkg-deb", "-x", package, folder.path])
    guard result == (0, "") else { throw ProcessFault("dpkg-deb -x \(package): \(result.text)") }
    return folder.path(of: "usr/bin/\(program)")
  }

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
