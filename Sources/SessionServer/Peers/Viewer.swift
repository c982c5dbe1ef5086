import AudioSessionArbitration

/// A user who asks about sessions; by default, a session's names are shown only to its own user.
struct Viewer: Hashable {
  var user: UserID
  /// Whether the user holds `observe` or `admin`, and so is shown every session's names.
  var seesEverything: Bool

  func sees(_ owner: UserID) -> Bool { seesEverything || owner == user }
}
