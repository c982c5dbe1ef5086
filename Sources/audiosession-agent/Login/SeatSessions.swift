import AudioSessionBus

/// A user's login sessions at a seat, which tell whether the user is in the foreground, and whether
/// the screen is locked.
///
/// Sessions without a seat (ssh) don't count; a user without any at a seat, such as a smart
/// speaker's, is always in the foreground.
struct SeatSessions {
  /// What is known of a session.
  private struct Session {
    /// Nil while unknown.
    var isActive: Bool?
    /// Nil while unknown.
    var isLocked: Bool?
  }

  /// By object path.
  private var sessions: [String: Session] = [:]
  private var toldActivity = true
  /// Nil before anything is known.
  private var toldLock: Bool?

  /// Takes the list of all users' sessions: number, user ID, user name, seat and path of each.
  ///
  /// - Returns: The paths of those whose state is unknown.
  mutating func take(_ list: [BusValue], of userID: UInt32) -> [String] {
    var paths: Set<String> = []
    for entry in list.compactMap({ $0.list }) where entry.count == 5 {
      guard entry[1].integer == Int64(userID), entry[3].string?.isEmpty == false,
        let path = entry[4].string
      else { continue }
      paths.insert(path)
    }
    sessions = sessions.filter { paths.contains($0.key) }
    for path in paths where sessions[path] == nil { sessions[path] = Session() }
    return sessions.filter { $0.value.isActive == nil || $0.value.isLocked == nil }.keys.sorted()
  }

  /// Sets whether a session is active; nil means it can't be known, and counts as inactive.
  mutating func take(isActive state: Bool?, _ path: String) {
    sessions[path]?.isActive = state ?? false
  }

  /// Sets whether a session is locked; nil means it can't be known, and counts as unlocked.
  mutating func take(isLocked state: Bool?, _ path: String) {
    sessions[path]?.isLocked = state ?? false
  }

  mutating func forget() { sessions = [:] }

  /// Whether the user is in the foreground, if that is known and has changed since it was taken.
  mutating func takeActivity() -> Bool? {
    let known = sessions.values.compactMap { $0.isActive }
    guard known.count == sessions.count else { return nil }
    let result = known.isEmpty || known.contains(true)
    guard result != toldActivity else { return nil }
    toldActivity = result
    return result
  }

  /// Whether the user's screen is locked, if that is known and has changed since it was taken.
  ///
  /// It isn't while the user is active in a session that is unlocked, such as on another terminal.
  /// Who has no session any more has unlocked none, and a screen that was locked before we came
  /// isn't being locked.
  mutating func takeLock() -> Bool? {
    let states = sessions.values
    guard !states.isEmpty, states.allSatisfy({ $0.isActive != nil && $0.isLocked != nil }) else {
      return nil
    }
    let isLocked = states.contains { $0.isLocked == true }
    let result = isLocked && !states.contains { $0.isActive == true && $0.isLocked == false }
    guard let told = toldLock else {
      toldLock = result
      return nil
    }
    guard result != told else { return nil }
    toldLock = result
    return result
  }
}
