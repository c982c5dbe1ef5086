import Arbitration

/// Who looks, and so what may be shown: a session's names are its user's own.
struct Viewer: Hashable {
  var user: UserID
  /// Holds `observe` or `admin`.
  var seesEverything: Bool

  func sees(_ owner: UserID) -> Bool { seesEverything || owner == user }
}
