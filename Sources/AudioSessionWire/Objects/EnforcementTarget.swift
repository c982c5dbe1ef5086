/// One session that an enforcer is to hold or to duck.
package struct EnforcementTarget: Equatable, Sendable {
  package var session: UInt64
  /// Nil if the daemon can't see the process, or it has ended.
  package var pid: Int32?
  package var uid: UInt32
  /// Linear, 0…1.
  package var gain: Double
  /// The session is to be silent altogether.
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
}

extension EnforcementTarget: RowEncodable {
  package static let rows: [Row<EnforcementTarget>] = [
    .required("session", .session, "The session.", \.session),
    .required("pid", .nullable(.count), "Its owner's process.", \.pid),
    .required("uid", .count, "Its owner's user.", \.uid),
    .required("gain", .number(0...1), "The gain to apply to its output, linear.", \.gain),
    .required("held", .boolean, "Whether it is to be silent.", \.held),
    .required("rampMilliseconds", .count, "The duration of the change.", \.rampMilliseconds),
  ]

  /// By hand, since each decision may send many of them: the rows take twice as long.
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
