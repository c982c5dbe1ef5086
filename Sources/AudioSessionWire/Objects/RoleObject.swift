package import AudioSessionSchema

/// A configured role (R66).
package struct RoleObject: Equatable, Sendable {
  package var name: String
  /// The name of the kind that it is like.
  package var like: String
  /// Its sessions duck, and are ducked, within an application (R52).
  package var ducksWithinApplication: Bool
  /// The caller may take it.
  package var granted: Bool

  package init(
    name: String,
    like: String,
    ducksWithinApplication: Bool = false,
    granted: Bool
  ) {
    self.name = name
    self.like = like
    self.ducksWithinApplication = ducksWithinApplication
    self.granted = granted
  }
}

extension RoleObject {
  /// The same role by the name of the member that it is the value of.
  func named(_ name: String) -> RoleObject {
    var role = self
    role.name = name
    return role
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
      ducksWithinApplication: try archive.optional(
        "ducksWithinApplication",
        it.flatMap { $0.ducksWithinApplication ? true : nil },
        "Whether its sessions duck, and are ducked, within an application; default false."
      ) ?? false,
      granted: try archive.member("granted", it?.granted, "Whether the caller may take it.")
    )
  }
}
