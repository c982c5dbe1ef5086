package import AudioSessionTypes

/// A session as others are told of it: who interrupted, refused or ducked somebody.
package struct Blocker: Equatable, Sendable, JSONEncodable {
  package var session: UInt64
  /// Nil where the reader may not know it, or where none was given.
  package var name: String?
  package var priority: Priority
  /// What sentences call it where it has no name: its lease, or its program; not sent by itself.
  package var alias: String?

  package init(session: UInt64, name: String?, priority: Priority, alias: String? = nil) {
    self.session = session
    self.name = name
    self.priority = priority
    self.alias = alias
  }

  /// The session in a sentence: `mpd (session 7)`, or `session 7` if its name isn't to be seen.
  package var label: String {
    (name ?? alias).map { "\($0) (session \(session))" } ?? "session \(session)"
  }

  static let members: [MemberDescription] = [
    .required("session", .session, "The session."),
    .required("name", .nullable(.text), "Its name; null as one isn't told it."),
    .required("priority", .word(of: Priority.self), "How much it matters."),
  ]

  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("session", session)
    writer.member("name", name)
    writer.member("priority", priority)
    writer.endObject()
  }
}
