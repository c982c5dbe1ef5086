package import AudioSessionSchema

/// What is heard on a machine, for people and their panels: no other machine acts on it.
package struct ActivityMessage: DescribedObject, Equatable, Sendable {
  /// What plays there now, by its name; nil: nothing does.
  package var playing: String?
  /// Whether there is a call, or one rings.
  package var hasCall: Bool
  package var hasAlarm: Bool
  /// The names of the sessions that are heard; empty: none is.
  package var heard: String
  /// Why others are lowered, held or refused, sentences; empty: none is.
  package var why: String
  /// Whether the silent switch is on (R62).
  package var isSilenced: Bool
  /// By how much others are lowered, in decibels, at least ``softest``.
  package var duckDepth: Double

  /// The lowest depth of ducking that is told of, in decibels; lower ones are silence.
  package static let softest = -60.0

  package static func members<A: Archive & ~Copyable>(
    _ it: ActivityMessage?,
    of archive: inout A
  ) throws(A.Fault) -> ActivityMessage {
    ActivityMessage(
      playing: try archive.nullable("playing", it.map { $0.playing }),
      hasCall: try archive.member("call", it?.hasCall),
      hasAlarm: try archive.member("alarm", it?.hasAlarm),
      heard: try archive.member("heard", it?.heard),
      why: try archive.member("why", it?.why),
      isSilenced: try archive.member("silenced", it?.isSilenced),
      duckDepth: try archive.member("duckDepth", it?.duckDepth)
    )
  }
}
