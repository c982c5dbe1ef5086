import AudioSessionArbitration

/// The processes that are watched because of sessions that need no connection of their own: leases,
/// and sessions opened on their behalf.
///
/// Each takes a descriptor for as long as it lives, so their number has limits (R54).
struct KeptProcesses {
  private var users: [ProcessID: UserID] = [:]
  private var counts: [UserID: Int] = [:]

  /// Returns whether the process may have such a session.
  ///
  /// - Parameters:
  ///   - process: The process.
  ///   - user: Its user.
  ///   - isPrivileged: Whether root or a holder of `admin` asks, to whom only the total applies.
  /// - Returns: True if it has such sessions already, or is within the limits.
  func hasRoom(for process: ProcessID, of user: UserID, isPrivileged: Bool) -> Bool {
    if users[process] != nil || isPrivileged && users.count < KeptProcesses.total { return true }
    return users.count < KeptProcesses.total - KeptProcesses.reserved
      && counts[user, default: 0] < KeptProcesses.perUser
  }

  mutating func keep(_ process: ProcessID, of user: UserID) {
    guard users.updateValue(user, forKey: process) == nil else { return }
    counts[user, default: 0] += 1
  }

  mutating func release(_ process: ProcessID) {
    guard let user = users.removeValue(forKey: process), let count = counts[user] else { return }
    counts[user] = count > 1 ? count - 1 : nil
  }

  /// The most processes of one user.
  static let perUser = 1024
  /// The most processes of all users together.
  static let total = 7168
  /// The number of those that are reserved for root and holders of `admin`.
  private static let reserved = 64
}
