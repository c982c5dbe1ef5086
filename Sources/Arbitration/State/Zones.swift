/// The zones that have sessions, by places that are small numbers (R63).
///
/// Place 0 is that of the sessions without a zone.
struct Zones: Equatable {
  private var index: [ZoneID: Int32] = [:]
  private var members: [Int32] = [0]
  private var free: [Int32] = []

  /// The place of the sessions that have no zone.
  static let none: Int32 = 0

  /// How many places there are, used or not.
  var count: Int { members.count }

  /// The zone's place; nil: no session has it.
  func place(of zone: ZoneID?) -> Int32? {
    guard let zone else { return Zones.none }
    return index[zone]
  }

  /// Counts a session in, and says where it is.
  mutating func enter(_ zone: ZoneID?) -> Int32 {
    let place: Int32
    if let known = self.place(of: zone) {
      place = known
    } else {
      if let reused = free.popLast() {
        place = reused
      } else {
        place = Int32(members.count)
        members.append(0)
      }
      if let zone { index[zone] = place }
    }
    members[Int(place)] += 1
    return place
  }

  /// Counts a session out; a zone without any loses its place.
  mutating func leave(_ zone: ZoneID?, _ place: Int32) {
    members[Int(place)] -= 1
    guard let zone, members[Int(place)] == 0 else { return }
    index[zone] = nil
    free.append(place)
  }
}
