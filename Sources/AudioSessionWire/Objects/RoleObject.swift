/// A configured role (R66).
package struct RoleObject: Equatable, Sendable {
  package var name: String
  /// The name of the kind that it is like.
  package var like: String
  /// Whether the one who asks may take it.
  package var granted: Bool

  package init(name: String, like: String, granted: Bool) {
    self.name = name
    self.like = like
    self.granted = granted
  }

  static let members: [MemberDescription] = [
    .required("like", .text, "The kind that it is like."),
    .required("granted", .boolean, "Whether the one who asks may take it."),
  ]
}

extension RoleObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("like", like)
    writer.member("granted", granted)
    writer.endObject()
  }
}
