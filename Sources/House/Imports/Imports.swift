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

  /// The most sessions of one machine that are taken, and that are remembered as past.
  static let mostOfOneNode = 8
  private static let most = 256
  private static let mostPast = 4_096

  var deadline: Duration? {
    let ends = imports.values.map { $0.end } + past.values.map { $0.end }
    return ends.min()
  }

  /// The machines of which anything is known.
  var nodes: Set<HouseName> { Set(imports.keys.map { $0.node }) }

  /// Takes what a machine says of a session; nil: it is gone.
  ///
  /// - Parameter isLate: An assistant of this machine answers already, and had said so before.
  mutating func take(
    _ message: SessionMessage?,
    of id: RemoteID,
    isLate: Bool,
    at now: Duration
  ) -> [ImportAction] {
    guard let message else { return remove(id, at: now) }
    let former = imports[id]
    let last = former?.message.seq ?? past[id]?.seq ?? 0
    guard message.seq > last, settings.concerns(message.zone) else { return [] }
    guard former != nil || hasRoom(for: id) else { return [] }
    past[id] = nil
    var new = former ?? Import(message)
    new.message = message
    new.end = now + HouseSettings.lease
    new.isLate = former?.isLate ?? (isLate && message.kind == "assistant")
    imports[id] = new
    let watch = former == nil && !isWatched(id) ? [ImportAction.watch(id.node)] : []
    var actions = watch + settle(id)
    if let session = new.session { actions.append(.perform(.renew(session))) }
    // What is said of it lives as long as what it is about.
    if let outcome = imports[id]?.outcome { actions.append(.say(id, outcome)) }
    return actions
  }

  /// A machine is gone, or has begun anew: what it said before has no meaning any more.
  ///
  /// - Parameter epoch: That of its sessions now; nil: it has none.
  mutating func forget(_ node: HouseName, except epoch: HouseName?, at now: Duration) -> [ImportAction]
  {
    imports.keys.filter { $0.node == node && $0.epoch != epoch }.sorted()
      .flatMap { remove($0, at: now) }
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
