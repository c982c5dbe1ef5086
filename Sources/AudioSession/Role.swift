/// What a session is to others where that doesn't follow from its category and options (R66).
///
/// Apart from ``accessibility``, roles come from the daemon's configuration, each like one of the
/// kinds that are built in: an emergency like an alarm. One that is like something above normal
/// needs a grant of its own name. With a role the priority has to be normal.
public enum Role: Hashable, Sendable {
  /// None: category, options and priority decide.
  case noRole
  /// The role of this name.
  case named(String)

  /// A screen reader, which is heard over everything and stops nothing; open to every program.
  public static let accessibility = Role.named("accessibility")
}

extension Role: ExpressibleByStringLiteral {
  /// The role of this name.
  public init(stringLiteral name: String) { self = .named(name) }
}
