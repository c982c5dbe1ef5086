/// Who has been told to resume in one decision, as far as it keeps others from being told (R31).
///
/// No two of those told meet: in each zone they are of one application, and once one of them has no
/// zone, all are of its application.
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

  /// Takes a turn, if nobody whom the session meets has taken one.
  ///
  /// - Returns: Whether it did.
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
