import AudioSessionSystem

/// The paths of the daemon's socket.
package enum SocketPath {
  /// The system instance's.
  package static let system = "/run/audiosession/socket"

  /// The paths to try, in order; the first that exists is the daemon's, whether or not it answers.
  ///
  /// `AUDIOSESSION_SOCKET`, if set, is the only one; otherwise the user's own instance comes before
  /// the system's. An empty variable counts as unset, and so does a runtime folder that isn't
  /// absolute.
  package static func candidates(
    environment: (String) -> String? = SocketPath.environment
  ) -> [String] {
    if let chosen = environment("AUDIOSESSION_SOCKET"), !chosen.isEmpty { return [chosen] }
    return [ofUser(environment: environment), system].compactMap { $0 }
  }

  /// The path of the user's own instance; nil if the user has no runtime folder.
  package static func ofUser(
    environment: (String) -> String? = SocketPath.environment
  ) -> String? {
    inRuntimeFolder("socket", environment: environment)
  }

  /// A path in the project's folder below the user's runtime folder; nil if there is none.
  package static func inRuntimeFolder(
    _ name: String,
    environment: (String) -> String?
  ) -> String? {
    guard let folder = environment("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else { return nil }
    return "\(folder)/audiosession/\(name)"
  }

  /// The value of a variable of this process's environment; nil if it is unset, or if the process
  /// has more rights than its caller, who could otherwise choose who answers it.
  package static func environment(_ name: String) -> String? {
    ProgramEnvironment.value(of: name)
  }
}
