import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

/// A list of session numbers, and how many more were left out.
struct SessionNumbers: Equatable {
  var listed: [UInt64] = []
  var leftOut = 0
}

extension SessionObject {
  /// Creates the object of a session at `now`, with what `viewer` may see; `seq` is the latest
  /// decision it reflects.
  init(
    _ view: SessionView,
    _ identity: SessionIdentity,
    duckers: SessionNumbers,
    blockers: SessionNumbers,
    names: KindNames,
    for viewer: Viewer,
    at now: Instant,
    seq: UInt64
  ) {
    self.init(
      session: view.id.number,
      uid: view.owner.user.number,
      kind: names[view.kind]
    )
    role = view.configuration.role.map { names[$0.kind] }
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
    application = identity.application
    zone = identity.zone
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
