import AudioSessionClient
import Glibc

/// The user's own instance of the daemon.
enum OwnInstance {
  /// True if the user's own instance is enabled, but the system-wide one answered instead.
  ///
  /// It looks for the links that enable the unit, without asking a service manager.
  ///
  /// - Parameters:
  ///   - path: The path at which a daemon answered.
  ///   - environment: The environment's variables.
  /// - Returns: True if the user should find out why the instance isn't running.
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
    return [configuration, "/etc"].compactMap { $0 }.contains { folder in
      var status = stat()
      let link = "\(folder)/systemd/user/sockets.target.wants/audiosessiond.socket"
      return lstat(link, &status) == 0
    }
  }
}
