/// The role of a session whose behaviour doesn't follow from its category and options (R66).
///
/// Apart from ``accessibility``, roles are defined in the daemon's configuration, each of them like a
/// built-in kind: an emergency like an alarm, for example. A role that is like a kind of higher than
/// normal priority requires a grant of the role's name. A session with a role has to have normal
/// priority itself.
public enum Role: Hashable, Sendable {
  /// No role: category, options and priority decide.
  case noRole
  /// The role of this name.
  case named(String)

  /// The role of a screen reader, which is heard over everything, stops nothing and needs no grant.
  public static let accessibility = Role.named("accessibility")
}

extension Role: ExpressibleByStringLiteral {
  /// Creates the role of this name.
  public init(stringLiteral name: String) { self = .named(name) }
}
