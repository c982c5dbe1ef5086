public import AudioSessionTypes

/// The session that interrupts or blocks another, as far as the caller may see it.
public struct Blocker: Equatable, Sendable {
  /// The session's number in the daemon, as `audiosessionctl list` shows it.
  public let session: UInt64
  /// The session's name; nil if it has none, or belongs to another user.
  public let name: String?
  /// The session's arbitration priority.
  public let priority: Priority

  /// Creates a blocker, as a test may need it.
  public init(session: UInt64, name: String?, priority: Priority) {
    self.session = session
    self.name = name
    self.priority = priority
  }
}
