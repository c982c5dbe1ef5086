import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// Who looks, and so what may be shown: a session's names are its user's own.
struct Viewer: Hashable {
  var user: UserID
  /// Holds `observe` or `admin`.
  var seesEverything: Bool

  func sees(_ owner: UserID) -> Bool { seesEverything || owner == user }
}

/// Some sessions by number, and how many more there are.
struct SessionNumbers: Equatable {
  var listed: [UInt64] = []
  var leftOut = 0
}

extension SessionObject {
  /// A session as `viewer` may see it at `now`; `seq` is the decision as of which it holds.
  init(
    _ view: SessionView,
    _ identity: SessionIdentity,
    duckers: SessionNumbers,
    blockers: SessionNumbers,
    for viewer: Viewer,
    at now: Instant,
    seq: UInt64
  ) {
    self.init(session: view.id.number, uid: view.owner.user.number)
    let isVisible = viewer.sees(view.owner.user)
    if isVisible { show(identity, isOrphaned: view.isOrphaned) }
    show(view)
    duckedBy = duckers.listed
    duckedByLeftOut = duckers.leftOut
    interruptedBy = blockers.listed
    interruptedByLeftOut = blockers.leftOut
    lease = view.lease.map { lease in
      LeaseObject(
        leaseName: isVisible ? identity.leaseName : nil,
        ttlSeconds: lease.length.inSeconds,
        remainingSeconds: max(0, lease.deadline.duration(since: now).inSeconds)
      )
    }
    self.seq = seq
  }

  private mutating func show(_ identity: SessionIdentity, isOrphaned: Bool) {
    name = identity.name
    pid = isOrphaned ? nil : identity.peer.pid
    comm = identity.peer.comm
    unit = identity.peer.unit
    userUnit = identity.peer.userUnit
  }

  private mutating func show(_ view: SessionView) {
    priority = view.configuration.priority
    alertStyle = view.configuration.alertStyle
    category = view.configuration.category
    mode = view.configuration.mode
    options = view.configuration.optionsInForce
    routeSharingPolicy = view.configuration.routeSharingPolicy
    preferences = view.configuration.preferences
    state = view.state
    playing = view.isPlaying
    recording = view.isRecording
    foreground = view.isForeground
    gain = view.gain
    interruptionReason = view.interruptionReason
    isOtherAudioPlaying = view.isOtherAudioPlaying
    secondaryAudioShouldBeSilencedHint = view.secondaryAudioShouldBeSilencedHint
    promptStyle = view.promptStyle
    nowPlaying = view.isNowPlaying
    activation = view.activation
  }
}

extension Arbiter {
  /// A session as `viewer` may see it; one that the latest event closed can still be seen.
  func object(
    _ id: SessionID,
    _ identity: SessionIdentity,
    for viewer: Viewer,
    at now: Instant
  ) -> SessionObject? {
    guard let view = view(of: id) else { return nil }
    return SessionObject(
      view,
      identity,
      duckers: duckers(of: id),
      blockers: blockers(of: id),
      for: viewer,
      at: now,
      seq: seq
    )
  }

  /// Who ducks the session, as far as it is listed.
  func duckers(of id: SessionID) -> SessionNumbers {
    var list: [SessionID] = []
    let leftOut = duckers(of: id, into: &list, limit: SessionObject.listLimit)
    return SessionNumbers(listed: list.map(\.number), leftOut: leftOut)
  }

  /// Whom the session waits for, as far as it is listed.
  func blockers(of id: SessionID) -> SessionNumbers {
    var list: [SessionID] = []
    let leftOut = blockers(of: id, into: &list, limit: SessionObject.listLimit)
    return SessionNumbers(listed: list.map(\.number), leftOut: leftOut)
  }

  /// Who is in somebody's way, as `viewer` may see it.
  func blocker(_ id: SessionID, _ identity: SessionIdentity?, for viewer: Viewer) -> Blocker? {
    guard let view = view(of: id) else { return nil }
    let shown = viewer.sees(view.owner.user) ? identity : nil
    return Blocker(
      session: id.number,
      name: shown?.name,
      priority: view.configuration.priority,
      alias: shown?.leaseName ?? shown?.peer.comm
    )
  }
}

extension Server {
  func object(_ id: SessionID, for viewer: Viewer) -> SessionObject? {
    guard let identity = names[id]?.identity else { return nil }
    return arbiter.object(id, identity, for: viewer, at: now)
  }

  func blocker(_ id: SessionID, for viewer: Viewer) -> Blocker? {
    arbiter.blocker(id, names[id]?.identity, for: viewer)
  }

  /// All sessions by number.
  func objects(for viewer: Viewer) -> [SessionObject] {
    arbiter.sessionIDs.compactMap { object($0, for: viewer) }
  }
}

extension Duration {
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  var inMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
