/// The sessions of other machines that concern this one.
///
/// Each is a lease in the local daemon, which decides about it as about any other session. It lives as
/// long as messages about it come: nothing else keeps it.
struct Imports {
  let settings: HouseSettings
  var imports: [RemoteID: Import] = [:]
  /// The greatest `seq` of sessions that are gone, and until when it is kept: a copy of an old message
  /// may still come.
  private var past: [RemoteID: (seq: UInt64, end: Duration)] = [:]
  /// What the daemon has granted; nil without one.
  var facts: DaemonFacts?

  init(_ settings: HouseSettings) { self.settings = settings }

  /// The most sessions of one machine that are taken.
  private static let mostOfOneNode = 8
  private static let most = 256
  private static let mostPast = 4_096
  /// For how long a machine may be gone before its sessions are: a connection is soon made again.
  static let doubt = Duration.seconds(3)
  /// A message of which the broker has kept more than this is not the first that is heard of a session:
  /// its machine would have said it again meanwhile.
  private static let fresh = HouseSettings.lease - HouseSettings.refresh - .seconds(1)

  var deadline: Duration? {
    let ends = imports.values.map { $0.end } + past.values.map { $0.end }
    return ends.min()
  }

  /// The machines of which anything is known.
  var nodes: Set<HouseName> { Set(imports.keys.map { $0.node }) }

  /// Takes what a machine says of a session; nil: it is gone.
  ///
  /// - Parameters:
  ///   - message: What it says.
  ///   - id: The session.
  ///   - remaining: For how long the broker will go on saying so.
  ///   - own: The sessions of this machine.
  ///   - now: The time.
  /// - Returns: What follows.
  mutating func take(
    _ message: SessionMessage?,
    of id: RemoteID,
    _ remaining: Duration,
    beside own: Exports,
    at now: Duration
  ) -> [ImportAction] {
    guard let message else { return remove(id, at: now) }
    let former = imports[id]
    let last = former?.message.seq ?? past[id]?.seq ?? 0
    guard message.seq > last else { return [] }
    guard settings.concerns(message.zone) else { return remove(id, at: now) }
    guard former != nil || remaining >= Imports.fresh && hasRoom(for: id) else { return [] }
    past[id] = nil
    var new = former ?? Import(message)
    new.message = message
    new.end = max(new.end, now + min(remaining, HouseSettings.lease))
    if message.state == .active && former?.message.state != .active {
      let isAssistant = message.kind == "assistant"
      new.isLate = isAssistant && own.hasEstablishedAssistant
      new.yieldsTo = isAssistant ? nil : own.laterSession(of: message.kind)
    }
    imports[id] = new
    let watch = former == nil && !isWatched(id) ? [ImportAction.watch(id.node)] : []
    var actions = watch + settle(id, at: now)
    if let session = new.session { actions.append(.perform(.renew(session))) }
    // What is said of it lives as long as what it is about.
    if let outcome = imports[id]?.outcome, former?.outcome == outcome {
      actions.append(.say(id, outcome))
    }
    return actions
  }

  /// A machine has begun anew: what it said before has no meaning any more.
  ///
  /// - Parameters:
  ///   - node: The machine.
  ///   - epoch: That of its sessions now; nil: it has none.
  ///   - now: The time.
  /// - Returns: What follows.
  mutating func forget(
    _ node: HouseName,
    except epoch: HouseName?,
    at now: Duration
  ) -> [ImportAction] {
    imports.keys.filter { $0.node == node && $0.epoch != epoch }.sorted()
      .flatMap { remove($0, at: now) }
  }

  /// A machine is gone without a word, perhaps for a moment.
  mutating func doubt(_ node: HouseName, at now: Duration) {
    for (id, found) in imports where id.node == node {
      imports[id]?.end = min(found.end, now + Imports.doubt)
    }
  }

  /// Ends what has not been heard of any more.
  mutating func passTime(at now: Duration) -> [ImportAction] {
    for (id, gone) in past where gone.end <= now { past[id] = nil }
    return imports.filter { $0.value.end <= now }.keys.sorted().flatMap { remove($0, at: now) }
  }

  private mutating func remove(_ id: RemoteID, at now: Duration) -> [ImportAction] {
    guard let gone = imports.removeValue(forKey: id) else { return [] }
    if past.count >= Imports.mostPast { past = [:] }
    past[id] = (gone.message.seq, now + HouseSettings.lease * 2)
    var actions: [ImportAction] = []
    if let session = gone.session { actions.append(.perform(.close(session))) }
    if gone.outcome != nil { actions.append(.say(id, nil)) }
    return isWatched(id) ? actions : actions + [.unwatch(id.node)]
  }

  /// Whether another session of the same machine is known.
  private func isWatched(_ id: RemoteID) -> Bool {
    imports.keys.contains { $0.node == id.node && $0 != id }
  }

  private func hasRoom(for id: RemoteID) -> Bool {
    let ofNode = imports.keys.count { $0.node == id.node }
    return ofNode < Imports.mostOfOneNode && imports.count < Imports.most
  }
}
