import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionTypes

/// A session that interrupts, refuses or ducks another, as that one is told of it.
package struct BlockerObject: Equatable, Sendable {
  package var session: UInt64
  /// Nil if the reader may not see it, or none was given.
  package var name: String?
  package var priority: Priority
  /// The name of its lease or program, for sentences about a session without a name; not sent.
  package var alias: String?

  package init(session: UInt64, name: String?, priority: Priority, alias: String? = nil) {
    self.session = session
    self.name = name
    self.priority = priority
    self.alias = alias
  }

  /// The session in a sentence: `mpd (session 7)`, or `session 7` if the reader may not see a name.
  package var label: String {
    (name ?? alias).map { "\($0) (session \(session))" } ?? "session \(session)"
  }
}

extension BlockerObject: DescribedObject, JSONEncodable {
  package static var component: String? { "Blocker" }
  package static var unsent: BlockerObject? {
    BlockerObject(session: 0, name: nil, priority: .normal)
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: BlockerObject?,
    of archive: inout A
  ) throws(A.Fault) -> BlockerObject {
    BlockerObject(
      session: try archive.member("session", it?.session, .session, "The session."),
      name: try archive.nullable(
        "name",
        it.map { $0.name },
        "Its name; null if the caller may not see it."
      ),
      priority: try archive.member("priority", it?.priority, "Its priority.")
    )
  }
}
