/// The sessions told to resume in one decision, as far as they keep others from being told (R31).
///
/// No two of them meet: those of one zone are of one application, and if one of them has no zone,
/// all are of its application.
struct Turns {
  private var everywhere = Heard.nothing
  private var unzoned: ApplicationID?
  private var zones: [ZoneID: ApplicationID] = [:]

  mutating func removeAll() {
    guard everywhere != .nothing else { return }
    everywhere = .nothing
    unzoned = nil
    zones.removeAll(keepingCapacity: true)
  }

  /// Takes a turn, unless a session that this one meets has taken one.
  ///
  /// - Returns: Whether the session may be told.
  mutating func take(_ scope: Scope) -> Bool {
    let application = scope.application
    if let zone = scope.zone {
      guard (unzoned ?? application) == application,
        zones[zone, default: application] == application
      else { return false }
      zones[zone] = application
    } else {
      guard everywhere == .nothing || everywhere == .only(application) else { return false }
      unzoned = application
    }
    if everywhere == .nothing { everywhere = .only(application) }
    if everywhere != .only(application) { everywhere = .several }
    return true
  }
}
