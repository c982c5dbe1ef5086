import AudioSessionClient
import Glibc

/// The daemon of a user's own, where one is meant to be.
enum OwnInstance {
  /// Whether the user's own is enabled, and the system's is talked to since it isn't there.
  ///
  /// It is seen by the links that enable it, without asking a service manager.
  ///
  /// - Parameters:
  ///   - path: Where a daemon answered.
  ///   - environment: The variables.
  /// - Returns: Whether somebody should look why it isn't there.
  static func isMissed(
    at path: String,
    environment: (String) -> String? = SocketPath.environment
  ) -> Bool {
    guard path == SocketPath.system, SocketPath.candidates(environment: environment).count > 1
    else {
      return false
    }
    let home = environment("HOME").map { "\($0)/.config" }
    let configuration = environment("XDG_CONFIG_HOME").flatMap { $0.isEmpty ? nil : $0 } ?? home
    return [configuration, "/etc"].compactMap(\.self).contains { folder in
      var status = stat()
      let link = "\(folder)/systemd/user/sockets.target.wants/audiosessiond.socket"
      return lstat(link, &status) == 0
    }
  }
}
