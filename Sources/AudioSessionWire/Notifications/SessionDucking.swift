package import AudioSessionJSON
package import AudioSessionSchema

/// `session.ducking`: the gain of a session has changed.
package struct SessionDucking: Notification {
  package var session: UInt64
  /// Linear, 0…1; 1 is not ducked.
  package var gain: Double
  package var duckedBy: [UInt64]
  /// The number of sessions that duck it beyond those listed.
  package var duckedByLeftOut: Int
  package var rampMilliseconds: Int

  package init(
    session: UInt64,
    gain: Double,
    duckedBy: [UInt64],
    duckedByLeftOut: Int = 0,
    rampMilliseconds: Int
  ) {
    self.session = session
    self.gain = gain
    self.duckedBy = duckedBy
    self.duckedByLeftOut = duckedByLeftOut
    self.rampMilliseconds = rampMilliseconds
  }

  package static let method = NotificationMethod.sessionDucking

  package static let specification = NotificationSpecification(
    "The gain of an active session has changed.",
    parameters: members
  )

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionDucking?,
    of archive: inout A
  ) throws(A.Fault) -> SessionDucking {
    SessionDucking(
      session: try archive.member("session", it?.session, .session, "The session."),
      gain: try archive.member(
        "gain",
        it?.gain,
        .number(0...1),
        "The gain to apply to its output, linear."
      ),
      duckedBy: try archive.member(
        "duckedBy",
        it?.duckedBy,
        .list(.session),
        "The sessions that duck it; at most 32."
      ),
      duckedByLeftOut: try archive.optional(
        "duckedByLeftOut",
        it.flatMap { $0.duckedByLeftOut > 0 ? $0.duckedByLeftOut : nil },
        "The number of further ones, if there are any."
      ) ?? 0,
      rampMilliseconds: try archive.member(
        "rampMilliseconds",
        it?.rampMilliseconds,
        "The duration of the change."
      )
    )
  }

  // By hand, since a decision may send thousands: by the description one takes a twelfth more
  // instructions. A test compares the two.
  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("gain", gain)
    writer.member("duckedBy", duckedBy)
    if duckedByLeftOut > 0 { writer.member("duckedByLeftOut", duckedByLeftOut) }
    writer.member("rampMilliseconds", rampMilliseconds)
  }
}
