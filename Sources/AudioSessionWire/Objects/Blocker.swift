package import AudioSessionTypes

/// A session that interrupts, refuses or ducks another, as that one is told of it.
package struct Blocker: Equatable, Sendable {
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

extension Blocker: RowEncodable {
  package static let rows: [Row<Blocker>] = [
    .required("session", .session, "The session.", \.session),
    .required("name", .nullable(.text), "Its name; null if the caller may not see it.", \.name),
    .required("priority", .word(of: Priority.self), "Its priority.", \.priority),
  ]

  /// By hand, since an interruption of many sends many of them: the rows take twice as long.
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("session", session)
    writer.member("name", name)
    writer.member("priority", priority)
    writer.endObject()
  }
}
