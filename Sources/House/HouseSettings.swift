/// What a bridge is told by its configuration.
package struct HouseSettings: Equatable, Sendable {
  package var house: HouseName
  /// This machine's name in it.
  package var node: HouseName
  /// The kinds and roles of this machine's sessions of which the house is told.
  package var exported = HouseSettings.defaultExports
  /// The zones of the house in which this machine's loudspeakers stand.
  package var zones: [String] = []
  /// What a session of another machine becomes here, by its kind or role there.
  package var treatments = HouseSettings.defaultTreatments
  /// The device that this machine shares with others; nil: none.
  package var device: HouseName?
  /// How the topics begin by which Home Assistant finds devices; nil: it isn't told of this one, and
  /// no command is taken.
  package var discovery: String?

  package init(house: HouseName, node: HouseName) {
    self.house = house
    self.node = node
  }

  /// What is told unless the configuration says otherwise: never ordinary music.
  package static let defaultExports = [
    "phoneCall", "ringtone", "alarm", "assistant", "announcement",
  ]
  /// What becomes of others' sessions unless the configuration says otherwise.
  package static let defaultTreatments: [String: Treatment] = [
    "phoneCall": .ducking, "ringtone": .ducking, "alarm": .like("alarm"),
    "assistant": .like("remoteAssistant"),
  ]

  /// The longest time for which anything counts of which nothing is heard any more.
  package static let lease = Duration.seconds(15)
  /// How often all that still holds is said again.
  package static let refresh = Duration.seconds(5)

  /// What a session of a kind becomes here; of an unknown kind, it lowers others.
  func treatment(of kind: String) -> Treatment { treatments[kind] ?? .like(kind) }

  /// Whether what is heard in a zone concerns this machine; nil: all zones.
  func concerns(_ zone: String?) -> Bool { zone.map { zones.contains($0) } ?? true }
}

/// What a session of another machine becomes here.
package enum Treatment: Hashable, Sendable {
  /// It has no part here.
  case ignored
  /// It lowers what is heard here, as a prompt does, and needs no grant.
  case ducking
  /// It is of that kind here, or has that role.
  ///
  /// Where the grant for it is missing, it is ``ducking``.
  case like(String)
}
