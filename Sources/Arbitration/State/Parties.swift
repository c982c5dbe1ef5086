import AudioSessionTypes

/// Counts of what happens in each application, in each zone and in both, so that the question about
/// "another application in this zone" is answered by a subtraction.
///
/// A party is the sessions of one application in one zone.
struct Parties: Equatable {
  private var index: [Key: Slot] = [:]
  private var parties = Records<Party>()
  private var applicationIndex = NumberIndex()
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

  /// How many sessions do what.
  private struct Census: Equatable, BitwiseCopyable {
    var playing: Int32 = 0
    var interrupted: Int32 = 0
    /// Active recorders that want no system sounds (R46).
    var silencing: Int32 = 0
    /// Open sessions that want the title (R53).
    var candidates: Int32 = 0

    init() {}

    /// Those of one session.
    init(_ session: Session) {
      playing = session.isPlaying ? 1 : 0
      interrupted = session.state == .interrupted ? 1 : 0
      silencing = session.silencesSystemSounds ? 1 : 0
      candidates = session.wantsTitle ? 1 : 0
    }

    /// Takes those of a session before a change out, and those after it in.
    mutating func replace(_ before: Census, by after: Census) {
      playing += after.playing - before.playing
      interrupted += after.interrupted - before.interrupted
      silencing += after.silencing - before.silencing
      candidates += after.candidates - before.candidates
    }
  }

  private struct Party: Equatable, BitwiseCopyable {
    var application: Slot
    var zone: Int32
    var sessions = Chains.List()
    var census = Census()
    /// The number of its sources at each level.
    var sources = Levels<Int32>(0)
  }

  private struct Application: Equatable, BitwiseCopyable {
    let id: ApplicationID
    var parties: Int32 = 0
    /// Its party without a zone, if it has one.
    var unzoned = Slot.none
    var census = Census()
    var sources = Levels<Int32>(0)
  }

  private struct Zone: Equatable, BitwiseCopyable {
    var census = Census()
    var sources = Levels(Sources())
  }

  /// Whether a session that this one meets is playing (R45).
  func othersPlay(than slot: Slot) -> Bool {
    let party = parties[partyOf[Int(slot.index)]]
    let application = applications[party.application]
    guard party.zone != Zones.none else {
      return everywhere.census.playing > application.census.playing
    }
    let around = zones[Int(party.zone)].census.playing + zones[Int(Zones.none)].census.playing
    return around > party.census.playing + (unzoned(application)?.census.playing ?? 0)
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
    guard zone != Zones.none else { return everywhere.census.silencing > 0 }
    return zones[Int(Zones.none)].census.silencing > 0
      || zone.map { zones[Int($0)].census.silencing > 0 } ?? false
  }

  /// Whether a session of the application is interrupted in the zone or in none (R46).
  func isInterrupted(_ id: ApplicationID, _ zone: Int32?) -> Bool {
    guard let application = applicationIndex[id.number].map({ applications[Slot(index: $0)] })
    else { return false }
    guard zone != Zones.none else { return application.census.interrupted > 0 }
    let party = zone.flatMap { index[Key(application: id, zone: $0)] }
    let here = party.map { parties[$0].census.interrupted } ?? 0
    return here + (unzoned(application)?.census.interrupted ?? 0) > 0
  }

  /// The number of open sessions of the session's party that want the title (R53).
  func candidates(beside slot: Slot) -> Int32 {
    parties[partyOf[Int(slot.index)]].census.candidates
  }

  /// The first session of an application in a zone; `none` where it has none there.
  func first(of application: ApplicationID, _ zone: Int32) -> Slot {
    let party =
      zone == Zones.none
      ? applicationIndex[application.number].map { applications[Slot(index: $0)].unzoned }
      : index[Key(application: application, zone: zone)]
    guard let party, party != .none else { return .none }
    return parties[party].sessions.first
  }

  /// The next session of the same party; `none` after the last.
  func next(after slot: Slot) -> Slot { links.next(after: slot) }

  private func unzoned(_ application: Application) -> Party? {
    application.unzoned == .none ? nil : parties[application.unzoned]
  }

  /// Adds a new session, which is inactive.
  mutating func add(_ slot: Slot, _ session: Session, _ application: ApplicationID, zone: Int32) {
    while partyOf.count <= slot.index { partyOf.append(.none) }
    while zones.count <= zone { zones.append(Zone()) }
    let party = party(application, zone)
    partyOf[Int(slot.index)] = party
    links.append(slot, to: &parties[party].sessions)
    parties[party].census.replace(Census(), by: Census(session))
  }

  /// Removes a closed session, and a party without any.
  mutating func remove(_ slot: Slot) {
    let party = partyOf[Int(slot.index)]
    links.remove(slot, from: &parties[party].sessions)
    if parties[party].sessions.isEmpty { forget(party) }
  }

  /// Follows a session's change.
  mutating func update(
    _ slot: Slot,
    _ before: Session,
    _ after: Session,
    _ memory: inout SourcesBefore
  ) {
    let (former, census) = (Census(before), Census(after))
    let (formerLevel, level) = (before.levelAsSource, after.levelAsSource)
    guard former != census || formerLevel != level else { return }
    let party = partyOf[Int(slot.index)]
    let (application, zone) = (parties[party].application, Int(parties[party].zone))
    parties[party].census.replace(former, by: census)
    applications[application].census.replace(former, by: census)
    zones[zone].census.replace(former, by: census)
    everywhere.census.replace(former, by: census)
    for changed in min(formerLevel, level)..<max(formerLevel, level) {
      countSource(in: party, at: changed + 1, level > formerLevel ? 1 : -1, &memory)
    }
  }

  private mutating func countSource(
    in party: Slot,
    at level: Int,
    _ sign: Int32,
    _ memory: inout SourcesBefore
  ) {
    let (application, zone) = (parties[party].application, parties[party].zone)
    let id = applications[application].id
    if Parties.isFirstOrLast(&parties[party].sources[level], sign) {
      memory.remember(zone, zones[Int(zone)].sources)
      zones[Int(zone)].sources[level].toggle(id, isSource: sign > 0)
    }
    if Parties.isFirstOrLast(&applications[application].sources[level], sign) {
      memory.rememberEverywhere(everywhere.sources)
      everywhere.sources[level].toggle(id, isSource: sign > 0)
    }
  }

  /// Adds `sign` to a number of sources, and returns whether that was the first or the last.
  private static func isFirstOrLast(_ count: inout Int32, _ sign: Int32) -> Bool {
    count += sign
    return count == (sign > 0 ? 1 : 0)
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
    if let known = applicationIndex[id.number] { return Slot(index: known) }
    let application = applications.insert(Application(id: id))
    applicationIndex.insert(id.number, at: application.index)
    return application
  }

  private mutating func forget(_ party: Slot) {
    let (application, zone) = (parties[party].application, parties[party].zone)
    let id = applications[application].id
    index[Key(application: id, zone: zone)] = nil
    parties.remove(party)
    applications[application].parties -= 1
    if zone == Zones.none { applications[application].unzoned = .none }
    guard applications[application].parties == 0 else { return }
    applicationIndex.remove(id.number)
    applications.remove(application)
  }
}
