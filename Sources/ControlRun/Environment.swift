import AudioSessionSystem
import Glibc

/// The environment of the command: this program's, with the daemon's path.
struct Environment {
  /// The variable that has the session's number.
  static let session = "AUDIOSESSION_ID"
  private static let socket = "AUDIOSESSION_SOCKET"

  /// The variables as `NAME=VALUE`, without the session's number.
  let variables: [String]

  /// - Parameter paths: The paths at which to look for the daemon.
  init(_ paths: [String]) {
    // The one that a client would choose; with several and none there, it is still to choose.
    let path = paths.count == 1 ? paths.first : paths.first { access($0, F_OK) == 0 }
    variables = ProgramEnvironment.texts(
      with: path.map { [Environment.socket: $0] } ?? [:],
      without: Environment.session
    )
  }
}
