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
    parameters: [
      .required("session", .session, "The session."),
      .required("gain", .number(0...1), "The gain to apply to its output, linear."),
      .required("duckedBy", .list(.session), "The sessions that duck it; at most 32."),
      .optional("duckedByLeftOut", .count, "The number of further ones, if there are any."),
      .required("rampMilliseconds", .count, "The duration of the change."),
    ]
  )

  package func encodeMembers(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("gain", gain)
    writer.member("duckedBy", duckedBy)
    if duckedByLeftOut > 0 { writer.member("duckedByLeftOut", duckedByLeftOut) }
    writer.member("rampMilliseconds", rampMilliseconds)
  }
}
