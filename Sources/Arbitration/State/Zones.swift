/// The zones that have sessions, each at a place, a small number (R63).
///
/// The sessions without a zone have place 0.
struct Zones: Equatable {
  private var index: [ZoneID: Int32] = [:]
  /// By place, the number of sessions.
  private var members: Records<Int32>

  /// The place of the sessions that have no zone.
  static let none: Int32 = 0

  init() {
    members = Records()
    _ = members.insert(0)
  }

  /// The number of places, used or free.
  var count: Int { members.count }

  /// The zone's place; nil: no session has it.
  func place(of zone: ZoneID?) -> Int32? {
    guard let zone else { return Zones.none }
    return index[zone]
  }

  /// Counts a session in, and returns the place of its zone.
  mutating func enter(_ zone: ZoneID?) -> Int32 {
    let place = self.place(of: zone) ?? members.insert(0).index
    if let zone { index[zone] = place }
    members[Slot(index: place)] += 1
    return place
  }

  /// Counts a session out; a zone without any loses its place.
  mutating func leave(_ zone: ZoneID?, _ place: Int32) {
    let slot = Slot(index: place)
    members[slot] -= 1
    guard let zone, members[slot] == 0 else { return }
    index[zone] = nil
    members.remove(slot)
  }
}
