import AudioSessionTypes

/// What goes on in each application, zone and both, counted, so that "another application in this
/// zone" costs nothing.
///
/// A party is the sessions of one application in one zone.
struct Parties: Equatable {
  private var index: [Key: Int32] = [:]
  private var parties: [Party] = []
  private var freeParties: [Int32] = []
  private var applicationIndex: [ApplicationID: Int32] = [:]
  private var applications: [Application] = []
  private var freeApplications: [Int32] = []
  /// By the zone's place.
  private var zones: [Zone] = [Zone()]
  private var everywhere = Zone()
  /// For each slot its party and its neighbours there.
  private var members: [Member] = []

  private struct Key: Hashable {
    var application: ApplicationID
    var zone: Int32
  }

  private struct Party: Equatable, BitwiseCopyable {
    var application: Int32
    var zone: Int32
    var first = Slot.none
    var playing: Int32 = 0
    var interrupted: Int32 = 0
    /// Open sessions that want the title (R53).
    var candidates: Int32 = 0
    var sources = LevelCounts()
  }

  private struct Application: Equatable, BitwiseCopyable {
    var parties: Int32 = 0
    /// Its party without a zone; −1: it has none.
    var unzoned: Int32 = -1
    var playing: Int32 = 0
    var interrupted: Int32 = 0
    var sources = LevelCounts()
  }

  private struct Zone: Equatable, BitwiseCopyable {
    var playing: Int32 = 0
    /// Active recorders that want no system sounds (R46).
    var silencing: Int32 = 0
    var sources = LeveledSources()
  }

  private struct Member: Equatable, BitwiseCopyable {
    var party: Int32 = -1
    var next = Slot.none
    var previous = Slot.none
  }

  // What may be asked

  /// Whether anything plays that the session meets (R45).
  func othersPlay(than slot: Slot) -> Bool {
    let party = parties[Int(members[Int(slot.index)].party)]
    let application = applications[Int(party.application)]
    guard party.zone != Zones.none else { return everywhere.playing > application.playing }
    let around = zones[Int(party.zone)].playing + zones[Int(Zones.none)].playing
    return around > party.playing + (unzoned(application)?.playing ?? 0)
  }

  /// What a session in the zone, of a level of priority, hears (R45).
  func heard(_ zone: Int32, _ level: Int) -> Heard {
    guard zone != Zones.none else { return everywhere.sources[level].heard }
    return zones[Int(zone)].sources[level].heard(with: zones[Int(Zones.none)].sources[level])
  }

  /// What it heard before a decision.
  func heard(_ zone: Int32, _ level: Int, before: borrowing SourcesBefore) -> Heard {
    guard zone != Zones.none else {
      return (before.everywhere ?? everywhere.sources)[level].heard
    }
    let own = before.zones[zone] ?? zones[Int(zone)].sources
    let unzoned = before.unzoned ?? zones[Int(Zones.none)].sources
    return own[level].heard(with: unzoned[level])
  }

  /// Whether a recorder silences system sounds in the zone; nil: a zone without sessions (R46).
  func silencesSystemSounds(_ zone: Int32?) -> Bool {
    guard zone != Zones.none else { return everywhere.silencing > 0 }
    return zones[Int(Zones.none)].silencing > 0
      || zone.map { zones[Int($0)].silencing > 0 } ?? false
  }

  /// Whether a session of the application is interrupted in the zone or in none (R46).
  func isInterrupted(_ id: ApplicationID, _ zone: Int32?) -> Bool {
    guard let number = applicationIndex[id] else { return false }
    let application = applications[Int(number)]
    guard zone != Zones.none else { return application.interrupted > 0 }
    let party = zone.flatMap { index[Key(application: id, zone: $0)] }
    let here = party.map { parties[Int($0)].interrupted } ?? 0
    return here + (unzoned(application)?.interrupted ?? 0) > 0
  }

  /// How many open sessions of the session's application in its zone want the title (R53).
  func candidates(beside slot: Slot) -> Int32 {
    parties[Int(members[Int(slot.index)].party)].candidates
  }

  /// The first session of an application in a zone; `none` where it has none there.
  func first(of application: ApplicationID, _ zone: Int32) -> Slot {
    index[Key(application: application, zone: zone)].map { parties[Int($0)].first } ?? .none
  }

  /// The next session of the same party.
  func next(after slot: Slot) -> Slot { members[Int(slot.index)].next }

  private func unzoned(_ application: Application) -> Party? {
    application.unzoned < 0 ? nil : parties[Int(application.unzoned)]
  }

  // How it is kept

  /// Takes a new session in, which is inactive.
  mutating func enlist(_ slot: Slot, _ session: Session, zone: Int32) {
    while members.count <= slot.index { members.append(Member()) }
    while zones.count <= zone { zones.append(Zone()) }
    let number = party(session.scope.application, zone)
    let first = parties[Int(number)].first
    members[Int(slot.index)] = Member(party: number, next: first)
    if first != .none { members[Int(first.index)].previous = slot }
    parties[Int(number)].first = slot
    if session.wantsTitle { parties[Int(number)].candidates += 1 }
  }

  /// Takes a closed session out, and forgets a party without any.
  mutating func delist(_ slot: Slot, _ application: ApplicationID) {
    let member = members[Int(slot.index)]
    if member.next != .none { members[Int(member.next.index)].previous = member.previous }
    if member.previous != .none {
      members[Int(member.previous.index)].next = member.next
    } else {
      parties[Int(member.party)].first = member.next
      if member.next == .none { forget(member.party, application) }
    }
    members[Int(slot.index)] = Member()
  }

  /// Takes `before`'s part away and adds `after`'s.
  mutating func update(
    _ slot: Slot,
    _ before: Session,
    _ after: Session,
    _ memory: inout SourcesBefore
  ) {
    let number = Int(members[Int(slot.index)].party)
    count(number, before, -1, &memory)
    count(number, after, 1, &memory)
  }

  private mutating func count(
    _ number: Int,
    _ session: Session,
    _ sign: Int32,
    _ memory: inout SourcesBefore
  ) {
    let zone = Int(parties[number].zone)
    let application = Int(parties[number].application)
    if session.wantsTitle { parties[number].candidates += sign }
    if session.state == .interrupted {
      parties[number].interrupted += sign
      applications[application].interrupted += sign
    }
    if session.silencesSystemSounds {
      zones[zone].silencing += sign
      everywhere.silencing += sign
    }
    guard session.isPlaying else { return }
    parties[number].playing += sign
    applications[application].playing += sign
    zones[zone].playing += sign
    everywhere.playing += sign
    guard session.isHintSource else { return }
    for level in 1...session.priority.level {
      countSource(of: session.scope.application, in: number, at: level, sign, &memory)
    }
  }

  private mutating func countSource(
    of name: ApplicationID,
    in number: Int,
    at level: Int,
    _ sign: Int32,
    _ memory: inout SourcesBefore
  ) {
    let zone = parties[number].zone
    let application = Int(parties[number].application)
    if parties[number].sources.add(sign, at: level) {
      memory.remember(zone, zones[Int(zone)].sources)
      zones[Int(zone)].sources[level].toggle(name, isSource: sign > 0)
    }
    if applications[application].sources.add(sign, at: level) {
      memory.rememberEverywhere(everywhere.sources)
      everywhere.sources[level].toggle(name, isSource: sign > 0)
    }
  }

  private mutating func party(_ id: ApplicationID, _ zone: Int32) -> Int32 {
    let key = Key(application: id, zone: zone)
    if let known = index[key] { return known }
    let application = application(id)
    let party = Party(application: application, zone: zone)
    let number = Parties.place(party, in: &parties, reusing: &freeParties)
    index[key] = number
    applications[Int(application)].parties += 1
    if zone == Zones.none { applications[Int(application)].unzoned = number }
    return number
  }

  private mutating func application(_ id: ApplicationID) -> Int32 {
    if let known = applicationIndex[id] { return known }
    let number = Parties.place(Application(), in: &applications, reusing: &freeApplications)
    applicationIndex[id] = number
    return number
  }

  private mutating func forget(_ number: Int32, _ id: ApplicationID) {
    let party = parties[Int(number)]
    index[Key(application: id, zone: party.zone)] = nil
    freeParties.append(number)
    applications[Int(party.application)].parties -= 1
    if party.zone == Zones.none { applications[Int(party.application)].unzoned = -1 }
    guard applications[Int(party.application)].parties == 0 else { return }
    applicationIndex[id] = nil
    freeApplications.append(party.application)
  }

  private static func place<Record>(
    _ record: Record,
    in records: inout [Record],
    reusing free: inout [Int32]
  ) -> Int32 {
    if let reused = free.popLast() {
      records[Int(reused)] = record
      return reused
    }
    records.append(record)
    return Int32(records.count - 1)
  }
}
