package import AudioSessionSchema

/// A session, as its machine tells the house about it.
///
/// An empty message says that it is gone.
package struct SessionMessage: DescribedObject, Equatable, Sendable {
  /// Counts the messages about it; one with no greater number than another is older.
  package var seq: UInt64
  /// Its kind (R59): one of the built-in ones, or a role of that machine.
  package var kind: String
  package var state: State
  /// The zone that it is to be heard in; nil: all of the house.
  package var zone: String?
  /// What it calls itself.
  package var name: String?

  package enum State: String, DescribedWord, Sendable { case active, interrupted }

  package init(seq: UInt64, kind: String, state: State, zone: String?, name: String?) {
    self.seq = seq
    self.kind = kind
    self.state = state
    self.zone = zone
    self.name = name
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: SessionMessage?,
    of archive: inout A
  ) throws(A.Fault) -> SessionMessage {
    SessionMessage(
      seq: try archive.member("seq", it?.seq),
      kind: try archive.member("kind", it?.kind),
      state: try archive.member("state", it?.state),
      zone: try archive.nullable("zone", it.map { $0.zone }),
      name: try archive.nullable("name", it.map { $0.name })
    )
  }
}
