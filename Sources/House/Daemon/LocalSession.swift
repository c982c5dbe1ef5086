/// A session of this machine's daemon that is none of the bridge's own.
package struct LocalSession: Equatable, Sendable {
  package var number: UInt64
  package var name: String?
  /// Its kind or role (R59, R66).
  package var kind: String
  package var zone: String?
  package var isActive: Bool
  package var isInterrupted: Bool
  package var isPlaying: Bool

  package init(
    number: UInt64,
    name: String?,
    kind: String,
    zone: String?,
    isActive: Bool,
    isInterrupted: Bool,
    isPlaying: Bool
  ) {
    self.number = number
    self.name = name
    self.kind = kind
    self.zone = zone
    self.isActive = isActive
    self.isInterrupted = isInterrupted
    self.isPlaying = isPlaying
  }
}
