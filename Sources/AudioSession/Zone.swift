/// The zone in which a session is heard: a room, a seat, a user's desk.
///
/// Sessions of different zones never interrupt, duck or refuse each other (R63). A zone requires no
/// grant, and a session doesn't need one.
public enum Zone: Hashable, Sendable {
  /// The zone that the daemon's configuration assigns by default: none, or one for each user.
  case byConfiguration
  /// No zone: the session interacts with those of all zones, like an announcement to a whole house.
  case everywhere
  /// The zone of this name, 1 to 128 bytes long.
  case named(String)
}

extension Zone: ExpressibleByStringLiteral {
  /// Creates the zone of this name.
  public init(stringLiteral name: String) { self = .named(name) }
}
