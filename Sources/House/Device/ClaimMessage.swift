package import AudioSessionSchema

/// What a machine says of a shared device that it has, or wants.
///
/// An empty message says that it does no longer.
package struct ClaimMessage: DescribedObject, Equatable, Sendable {
  /// The bridge that says so: the turns of another say nothing about its own.
  package var bridge: String
  /// One more than that of any claim that the machine knew of: the greatest has the device.
  package var turn: UInt64

  /// Greater ones are no turns, so that there is always a next one.
  static let greatestTurn: UInt64 = 1 << 53 - 1

  package init(bridge: String, turn: UInt64) {
    self.bridge = bridge
    self.turn = turn
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: ClaimMessage?,
    of archive: inout A
  ) throws(A.Fault) -> ClaimMessage {
    ClaimMessage(
      bridge: try archive.member("bridge", it?.bridge),
      turn: try archive.member("turn", it?.turn)
    )
  }
}
