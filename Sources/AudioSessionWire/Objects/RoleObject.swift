/// A configured role (R66).
package struct RoleObject: Equatable, Sendable {
  package var name: String
  /// The name of the kind that it is like.
  package var like: String
  /// The caller may take it.
  package var granted: Bool

  package init(name: String, like: String, granted: Bool) {
    self.name = name
    self.like = like
    self.granted = granted
  }
}

extension RoleObject: RowEncodable {
  package static let rows: [Row<RoleObject>] = [
    .required("like", .text, "The kind that it is like.", \.like),
    .required("granted", .boolean, "Whether the caller may take it.", \.granted),
  ]
}
