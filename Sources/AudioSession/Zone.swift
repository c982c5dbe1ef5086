/// Where a session is heard: a room, a seat, a user's desk.
///
/// Sessions of two different zones leave each other alone: neither interrupts, lowers or refuses the
/// other (R63). A zone has no rights of its own, and no program needs one to play.
public enum Zone: Hashable, Sendable {
  /// What the configuration has for sessions that don't say: none, or a zone of the user's own.
  case byConfiguration
  /// None: the session meets those of all zones, as an announcement for the whole house does.
  case everywhere
  /// The zone of this name, 1 to 128 bytes.
  case named(String)
}

extension Zone: ExpressibleByStringLiteral {
  /// The zone of this name.
  public init(stringLiteral name: String) { self = .named(name) }
}
