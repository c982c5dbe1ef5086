/// What an enforcer is to do to the sound of one session.
package struct EnforcementTarget: Equatable, Sendable {
  package var session: UInt64
  /// Nil if the daemon can't see the process, or it is gone.
  package var pid: Int32?
  package var uid: UInt32
  package var gain: Double
  /// Whether the session is to be silent altogether.
  package var held: Bool
  package var rampMilliseconds: Int

  package init(
    session: UInt64,
    pid: Int32?,
    uid: UInt32,
    gain: Double,
    held: Bool,
    rampMilliseconds: Int
  ) {
    self.session = session
    self.pid = pid
    self.uid = uid
    self.gain = gain
    self.held = held
    self.rampMilliseconds = rampMilliseconds
  }

  static let members: [MemberDescription] = [
    .required("session", .session, "The session."),
    .required("pid", .nullable(.count), "Its owner's process."),
    .required("uid", .count, "Its owner's user."),
    .required("gain", .number(0...1), "What its output is to be multiplied by."),
    .required("held", .boolean, "Whether it is to be silent."),
    .required("rampMilliseconds", .count, "How long the change is to take."),
  ]
}

extension EnforcementTarget: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("session", session)
    writer.member("pid", pid.map(Int.init))
    writer.member("uid", Int(uid))
    writer.member("gain", gain)
    writer.member("held", held)
    writer.member("rampMilliseconds", rampMilliseconds)
    writer.endObject()
  }
}
