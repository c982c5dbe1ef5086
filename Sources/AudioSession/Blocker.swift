public import AudioSessionTypes

/// A session that is in another one's way, as far as one may know it.
public struct Blocker: Equatable, Sendable {
  /// The session's number in the daemon, as the tools show it.
  public let session: UInt64
  /// What it calls itself; nil if it is another user's, or has no name.
  public let name: String?
  /// How much it matters.
  public let priority: Priority

  package init(session: UInt64, name: String?, priority: Priority) {
    self.session = session
    self.name = name
    self.priority = priority
  }
}
