/// A user's login sessions at a seat, which tell whether the user is in the foreground.
///
/// Sessions without a seat (ssh) don't count; a user without any at a seat, such as a smart
/// speaker's, is always in the foreground.
struct SeatSessions {
  /// By object path; nil while unknown.
  private var isActive: [String: Bool?] = [:]
  private var told = true

  func knows(_ path: String) -> Bool { isActive[path] != nil }

  /// Takes the list of all users' sessions: number, user ID, user name, seat and path of each.
  ///
  /// - Returns: The paths of those whose activity is unknown.
  mutating func take(_ list: [BusValue], of userID: UInt32) -> [String] {
    var paths: Set<String> = []
    for entry in list.compactMap(\.list) where entry.count == 5 {
      guard entry[1].integer == Int64(userID), entry[3].string?.isEmpty == false,
        let path = entry[4].string
      else { continue }
      paths.insert(path)
    }
    isActive = isActive.filter { paths.contains($0.key) }
    for path in paths where !knows(path) { isActive[path] = .some(nil) }
    return isActive.filter { $0.value == nil }.keys.sorted()
  }

  /// Sets whether a session is active; nil means it can't be known, and counts as inactive.
  mutating func take(isActive state: Bool?, _ path: String) {
    guard knows(path) else { return }
    isActive[path] = .some(state ?? false)
  }

  mutating func forget() { isActive = [:] }

  /// Whether the user is in the foreground, if that is known and has changed since it was taken.
  mutating func takeChange() -> Bool? {
    let known = isActive.values.compactMap { $0 }
    guard known.count == isActive.count else { return nil }
    let result = known.isEmpty || known.contains(true)
    guard result != told else { return nil }
    told = result
    return result
  }
}
