import Glibc

/// Where the daemon's socket is looked for.
package enum SocketPath {
  /// The path of the system's instance.
  package static let system = "/run/audiosession/socket"

  /// The paths to try, in order; the first that exists is the daemon's, whether or not it answers.
  ///
  /// `AUDIOSESSION_SOCKET` stands alone if it is set; else a user's own instance comes before the
  /// system's. An empty variable counts as none, and so does a runtime folder that isn't absolute.
  package static func candidates(
    environment: (String) -> String? = SocketPath.environment
  ) -> [String] {
    if let chosen = environment("AUDIOSESSION_SOCKET"), !chosen.isEmpty { return [chosen] }
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
      return [system]
    }
    return ["\(folder)/audiosession/socket", system]
  }

  /// A variable of this process's environment.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
