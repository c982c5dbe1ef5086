import AudioSessionSystem
import Glibc

/// Whom the system's service runs as.
enum ServiceUser {
  static let name = "audiosession"

  /// Gives up root's rights for those of the service, so that what it can't read isn't read.
  ///
  /// - Returns: Whether that was done: root asked for it, and there is such a user.
  static func become() -> Bool {
    guard geteuid() == 0, let userID = try? Account.userID(named: name),
      let groupID = try? Account.groupID(named: name)
    else { return false }
    return initgroups(name, groupID) == 0 && setgid(groupID) == 0 && setuid(userID) == 0
  }
}
