/// `session.ducking`: a session is to be softer, or as loud as before.
package struct SessionDucking: Notification {
  package var session: UInt64
  /// Linear, 0…1; 1 is not ducked.
  package var gain: Double
  package var duckedBy: [UInt64]
  /// How many more duck it than are listed.
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
      .required("gain", .number(0...1), "What its output is to be multiplied by."),
      .required("duckedBy", .list(.session), "Who lowers it; 32 sessions at most."),
      .optional("duckedByLeftOut", .count, "How many more lower it, if there are more."),
      .required("rampMilliseconds", .count, "How long the change is to take."),
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
