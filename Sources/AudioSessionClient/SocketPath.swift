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
    return [ofUser(environment: environment), system].compactMap { $0 }
  }

  /// The path of the user's own instance, nil where users have no runtime folder.
  package static func ofUser(
    environment: (String) -> String? = SocketPath.environment
  ) -> String? {
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    return "\(folder)/audiosession/socket"
  }

  /// A variable of this process's environment.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
