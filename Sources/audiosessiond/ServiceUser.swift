import AudioSessionSystem
import Glibc

/// The user as which the system-wide service runs.
enum ServiceUser {
  static let name = "audiosession"

  /// Changes from root to the service's user, so that files which it cannot read are found.
  ///
  /// - Returns: True if the user was changed; false if the caller is not root or there is no such
  ///   user.
  static func become() -> Bool {
    guard geteuid() == 0 else { return false }
    let accounts = Accounts()
    guard let userID = accounts.userID(named: name) else { return false }
    let groups = accounts.groups(ofUser: userID)
    guard let primary = groups.first else { return false }
    return setgroups(groups.count, groups) == 0 && setgid(primary) == 0 && setuid(userID) == 0
  }
}
