import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// A list of session numbers, and how many more were left out.
struct SessionNumbers: Equatable {
  var listed: [UInt64] = []
  var leftOut = 0
}

/// The list of duckers that was made last: the sessions that one event ducks mostly have the same.
final class LatestDuckers {
  private var tally = Tally()
  private var latest = SessionNumbers()

  /// Returns the latest list if it is of the same set, and otherwise makes the set's.
  ///
  /// A list that leaves sessions out isn't kept: which of them depends on the session.
  func numbers(of tally: Tally, _ make: () -> SessionNumbers) -> SessionNumbers {
    if tally == self.tally { return latest }
    let numbers = make()
    if numbers.leftOut == 0 { (self.tally, latest) = (tally, numbers) }
    return numbers
  }
}

extension SessionObject {
  /// Takes over a session's state at `now`.
  ///
  /// - Parameters:
  ///   - view: The session.
  ///   - identity: Its names and owner.
  ///   - duckers: The sessions that duck it.
  ///   - blockers: The sessions that it waits for.
  ///   - names: The names of all kinds.
  ///   - now: The time, on which the rest of a lease depends.
  mutating func take(
    _ view: SessionView,
    _ identity: SessionIdentity,
    _ duckers: SessionNumbers,
    _ blockers: SessionNumbers,
    _ names: KindNames,
    at now: Instant
  ) {
    let configuration = view.configuration
    self.identity = identity
    if !view.isOrphaned { pid = identity.peer.pid }
    uid = view.owner.user.number
    priority = configuration.priority
    alertStyle = configuration.alertStyle
    category = configuration.category
    mode = configuration.mode
    options = configuration.optionsInForce
    routeSharingPolicy = configuration.routeSharingPolicy
    if let kind = configuration.role?.kind { role = names[kind] }
    kind = names[view.kind]
    state = view.state
    playing = view.isPlaying
    recording = view.isRecording
    foreground = view.isForeground
    (mutedByProgram, mutedByUser) = (view.mutedByProgram, view.mutedByUser)
    overridesOutput = view.ports.overridesOutput
    gain = view.gain
    (duckedBy, duckedByLeftOut) = (duckers.listed, Int32(duckers.leftOut))
    (interruptedBy, interruptedByLeftOut) = (blockers.listed, Int32(blockers.leftOut))
    interruptionReason = view.interruptionReason
    isOtherAudioPlaying = view.isOtherAudioPlaying
    secondaryAudioShouldBeSilencedHint = view.secondaryAudioShouldBeSilencedHint
    promptStyle = view.promptStyle
    nowPlaying = view.isNowPlaying
    activation = view.activation
    preferences = configuration.preferences
    if let lease = view.lease { self.lease = LeaseObject(lease, at: now) }
  }

  /// Returns the object with what `viewer` may see.
  func shown(to viewer: Viewer) -> SessionObject {
    if viewer.sees(UserID(uid)) { return self }
    var object = self
    object.identity = nil
    object.pid = nil
    // It may have the address of a Bluetooth device.
    object.preferredInput = nil
    return object
  }

  /// Appends the object with what `viewer` may see.
  func encode(for viewer: Viewer, into writer: inout JSONWriter) {
    if viewer.sees(UserID(uid)) { return encode(into: &writer) }
    shown(to: viewer).encode(into: &writer)
  }
}

extension LeaseObject {
  fileprivate init(_ lease: Lease, at now: Instant) {
    self.init(
      ttlSeconds: lease.length.inSeconds,
      remainingSeconds: max(0, lease.deadline.duration(since: now).inSeconds)
    )
  }
}
