package import AudioSessionSchema
package import AudioSessionTypes

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
  /// What is to be silent of it at its program's wish (R68).
  package var muted: SoundDirections

  package init(
    session: UInt64,
    pid: Int32?,
    uid: UInt32,
    gain: Double,
    held: Bool,
    rampMilliseconds: Int,
    muted: SoundDirections = []
  ) {
    self.session = session
    self.pid = pid
    self.uid = uid
    self.gain = gain
    self.held = held
    self.rampMilliseconds = rampMilliseconds
    self.muted = muted
  }
}

extension EnforcementTarget: DescribedObject {
  package static var component: String? { "EnforcementTarget" }
  package static var unsent: EnforcementTarget? {
    EnforcementTarget(session: 0, pid: nil, uid: 0, gain: 1, held: false, rampMilliseconds: 0)
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: EnforcementTarget?,
    of archive: inout A
  ) throws(A.Fault) -> EnforcementTarget {
    EnforcementTarget(
      session: try archive.member("session", it?.session, .session, "The session."),
      pid: try archive.nullable("pid", it.map { $0.pid }, .count, "Its owner's process."),
      uid: try archive.member("uid", it?.uid, .count, "Its owner's user."),
      gain: try archive.member(
        "gain",
        it?.gain,
        .number(0...1),
        "The gain to apply to its output, linear."
      ),
      held: try archive.member("held", it?.held, "Whether it is to be silent."),
      rampMilliseconds: try archive.member(
        "rampMilliseconds",
        it?.rampMilliseconds,
        "The duration of the change."
      ),
      muted: try archive.optional(
        "muted",
        it.flatMap { $0.muted.isEmpty ? nil : $0.muted },
        .list(.choice(of: SoundDirection.self)),
        "The ways of its sound that are to be silent at its program's wish, if any."
      ) ?? []
    )
  }
}
