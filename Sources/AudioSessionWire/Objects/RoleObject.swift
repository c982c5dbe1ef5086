package import AudioSessionSchema

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

extension RoleObject: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: RoleObject?,
    of archive: inout A
  ) throws(A.Fault) -> RoleObject {
    // Its name is that of the member that it is the value of.
    RoleObject(
      name: it?.name ?? "",
      like: try archive.member("like", it?.like, "The kind that it is like."),
      granted: try archive.member("granted", it?.granted, "Whether the caller may take it.")
    )
  }
}
