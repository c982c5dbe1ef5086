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
  /// The port from which its program prefers to record, by its id, and whether what it plays is to go
  /// to the loudspeaker (R69).
  package var preferredInput: String?
  package var overridesOutput: Bool

  package init(
    session: UInt64,
    pid: Int32?,
    uid: UInt32,
    gain: Double,
    held: Bool,
    rampMilliseconds: Int,
    muted: SoundDirections = [],
    preferredInput: String? = nil,
    overridesOutput: Bool = false
  ) {
    self.session = session
    self.pid = pid
    self.uid = uid
    self.gain = gain
    self.held = held
    self.rampMilliseconds = rampMilliseconds
    self.muted = muted
    self.preferredInput = preferredInput
    self.overridesOutput = overridesOutput
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
      ) ?? [],
      preferredInput: try archive.optional(
        "preferredInput",
        it?.preferredInput,
        "The `portID` of the input from which it is to record, if its program prefers one."
      ),
      overridesOutput: try archive.optional(
        "outputOverride",
        it.flatMap { $0.overridesOutput ? OutputOverride.speaker : nil },
        .choice(of: OutputOverride.self),
        "Where what it plays is to go, if not where the route leads."
      ) == .speaker
    )
  }
}
