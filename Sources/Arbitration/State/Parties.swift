import AudioSessionTypes

/// Counts of what happens in each application, in each zone and in both, so that the question about
/// "another application in this zone" is answered by a subtraction.
///
/// A party is the sessions of one application in one zone.
struct Parties: Equatable {
  private var index: [Key: Slot] = [:]
  private var parties = Records<Party>()
  private var applicationIndex: [ApplicationID: Slot] = [:]
  private var applications = Records<Application>()
  /// By the zone's place.
  private var zones: [Zone] = [Zone()]
  private var everywhere = Zone()
  /// By the session's slot.
  private var partyOf: [Slot] = []
  private var links = Chains()

  private struct Key: Hashable {
    var application: ApplicationID
    var zone: Int32
  }

  private struct Party: Equatable, BitwiseCopyable {
    var application: Slot
    var zone: Int32
    var sessions = Chains.List()
    var playing: Int32 = 0
    var interrupted: Int32 = 0
    /// Open sessions that want the title (R53).
    var candidates: Int32 = 0
    var sources = LevelCounts()
  }

  private struct Application: Equatable, BitwiseCopyable {
    var parties: Int32 = 0
    /// Its party without a zone, if it has one.
    var unzoned = Slot.none
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

  /// Whether a session that this one meets is playing (R45).
  func othersPlay(than slot: Slot) -> Bool {
    let party = parties[partyOf[Int(slot.index)]]
    let application = applications[party.application]
    guard party.zone != Zones.none else { return everywhere.playing > application.playing }
    let around = zones[Int(party.zone)].playing + zones[Int(Zones.none)].playing
    return around > party.playing + (unzoned(application)?.playing ?? 0)
  }

  /// The non-mixable sound that a session in the zone, of a level of priority, hears (R45).
  func heard(_ zone: Int32, _ level: Int) -> Heard {
    guard zone != Zones.none else { return everywhere.sources[level].heard }
    return zones[Int(zone)].sources[level].heard(with: zones[Int(Zones.none)].sources[level])
  }

  /// The same before a decision.
  func heard(_ zone: Int32, _ level: Int, before: borrowing SourcesBefore) -> Heard {
    guard zone != Zones.none else {
      return (before.everywhere ?? everywhere.sources)[level].heard
    }
    let own = before.zones[zone] ?? zones[Int(zone)].sources
    let unzoned = before.unzoned ?? zones[Int(Zones.none)].sources
    return own[level].heard(with: unzoned[level])
  }

  /// Whether a recording session silences system sounds in the zone (R46); nil stands for a zone
  /// without sessions.
  func silencesSystemSounds(_ zone: Int32?) -> Bool {
    guard zone != Zones.none else { return everywhere.silencing > 0 }
    return zones[Int(Zones.none)].silencing > 0
      || zone.map { zones[Int($0)].silencing > 0 } ?? false
  }

  /// Whether a session of the application is interrupted in the zone or in none (R46).
  func isInterrupted(_ id: ApplicationID, _ zone: Int32?) -> Bool {
    guard let number = applicationIndex[id] else { return false }
    let application = applications[number]
    guard zone != Zones.none else { return application.interrupted > 0 }
    let party = zone.flatMap { index[Key(application: id, zone: $0)] }
    let here = party.map { parties[$0].interrupted } ?? 0
    return here + (unzoned(application)?.interrupted ?? 0) > 0
  }

  /// The number of open sessions of the session's party that want the title (R53).
  func candidates(beside slot: Slot) -> Int32 {
    parties[partyOf[Int(slot.index)]].candidates
  }

  /// The first session of an application in a zone; `none` where it has none there.
  func first(of application: ApplicationID, _ zone: Int32) -> Slot {
    index[Key(application: application, zone: zone)].map { parties[$0].sessions.first } ?? .none
  }

  /// The next session of the same party; `none` after the last.
  func next(after slot: Slot) -> Slot { links.next(after: slot) }

  private func unzoned(_ application: Application) -> Party? {
    application.unzoned == .none ? nil : parties[application.unzoned]
  }

  /// Adds a new session, which is inactive.
  mutating func add(_ slot: Slot, _ session: Session, zone: Int32) {
    while partyOf.count <= slot.index { partyOf.append(.none) }
    while zones.count <= zone { zones.append(Zone()) }
    let party = party(session.scope.application, zone)
    partyOf[Int(slot.index)] = party
    links.append(slot, to: &parties[party].sessions)
    if session.wantsTitle { parties[party].candidates += 1 }
  }

  /// Removes a closed session, and a party without any.
  mutating func remove(_ slot: Slot, _ application: ApplicationID) {
    let party = partyOf[Int(slot.index)]
    links.remove(slot, from: &parties[party].sessions)
    if parties[party].sessions.isEmpty { forget(party, application) }
  }

  /// Follows a session's change: subtracts `before` and adds `after`.
  mutating func update(
    _ slot: Slot,
    _ before: Session,
    _ after: Session,
    _ memory: inout SourcesBefore
  ) {
    let party = partyOf[Int(slot.index)]
    count(party, before, -1, &memory)
    count(party, after, 1, &memory)
  }

  private mutating func count(
    _ party: Slot,
    _ session: Session,
    _ sign: Int32,
    _ memory: inout SourcesBefore
  ) {
    let zone = Int(parties[party].zone)
    let application = parties[party].application
    if session.wantsTitle { parties[party].candidates += sign }
    if session.state == .interrupted {
      parties[party].interrupted += sign
      applications[application].interrupted += sign
    }
    if session.silencesSystemSounds {
      zones[zone].silencing += sign
      everywhere.silencing += sign
    }
    guard session.isPlaying else { return }
    parties[party].playing += sign
    applications[application].playing += sign
    zones[zone].playing += sign
    everywhere.playing += sign
    guard session.isHintSource else { return }
    for level in 1...session.priority.level {
      countSource(of: session.scope.application, in: party, at: level, sign, &memory)
    }
  }

  private mutating func countSource(
    of name: ApplicationID,
    in party: Slot,
    at level: Int,
    _ sign: Int32,
    _ memory: inout SourcesBefore
  ) {
    let zone = parties[party].zone
    let application = parties[party].application
    if parties[party].sources.add(sign, at: level) {
      memory.remember(zone, zones[Int(zone)].sources)
      zones[Int(zone)].sources[level].toggle(name, isSource: sign > 0)
    }
    if applications[application].sources.add(sign, at: level) {
      memory.rememberEverywhere(everywhere.sources)
      everywhere.sources[level].toggle(name, isSource: sign > 0)
    }
  }

  private mutating func party(_ id: ApplicationID, _ zone: Int32) -> Slot {
    let key = Key(application: id, zone: zone)
    if let known = index[key] { return known }
    let application = application(id)
    let party = parties.insert(Party(application: application, zone: zone))
    index[key] = party
    applications[application].parties += 1
    if zone == Zones.none { applications[application].unzoned = party }
    return party
  }

  private mutating func application(_ id: ApplicationID) -> Slot {
    if let known = applicationIndex[id] { return known }
    let application = applications.insert(Application())
    applicationIndex[id] = application
    return application
  }

  private mutating func forget(_ party: Slot, _ id: ApplicationID) {
    let (application, zone) = (parties[party].application, parties[party].zone)
    index[Key(application: id, zone: zone)] = nil
    parties.remove(party)
    applications[application].parties -= 1
    if zone == Zones.none { applications[application].unzoned = .none }
    guard applications[application].parties == 0 else { return }
    applicationIndex[id] = nil
    applications.remove(application)
  }
}
