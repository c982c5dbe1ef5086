import AudioSessionArbitration
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
  /// Creates the object of a session at `now`, with what `viewer` may see; `seq` is the latest
  /// decision it reflects.
  init(
    _ number: UInt64,
    _ view: SessionView,
    _ identity: SessionIdentity,
    duckers: SessionNumbers,
    blockers: SessionNumbers,
    names: KindNames,
    for viewer: Viewer,
    at now: Instant,
    seq: UInt64
  ) {
    let configuration = view.configuration
    let isVisible = viewer.sees(view.owner.user)
    self.init(
      session: number,
      identity: isVisible ? identity : nil,
      pid: isVisible && !view.isOrphaned ? identity.peer.pid : nil,
      uid: view.owner.user.number,
      priority: configuration.priority,
      alertStyle: configuration.alertStyle,
      category: configuration.category,
      mode: configuration.mode,
      options: configuration.optionsInForce,
      routeSharingPolicy: configuration.routeSharingPolicy,
      role: configuration.role.map { names[$0.kind] },
      kind: names[view.kind],
      state: view.state,
      playing: view.isPlaying,
      recording: view.isRecording,
      foreground: view.isForeground,
      gain: view.gain,
      duckedBy: duckers.listed,
      duckedByLeftOut: duckers.leftOut,
      interruptedBy: blockers.listed,
      interruptedByLeftOut: blockers.leftOut,
      interruptionReason: view.interruptionReason,
      isOtherAudioPlaying: view.isOtherAudioPlaying,
      secondaryAudioShouldBeSilencedHint: view.secondaryAudioShouldBeSilencedHint,
      promptStyle: view.promptStyle,
      nowPlaying: view.isNowPlaying,
      activation: view.activation,
      preferences: configuration.preferences,
      lease: view.lease.map { LeaseObject($0, at: now) },
      seq: seq
    )
  }
}

extension LeaseObject {
  fileprivate init(_ lease: LeaseView, at now: Instant) {
    self.init(
      ttlSeconds: lease.length.inSeconds,
      remainingSeconds: max(0, lease.deadline.duration(since: now).inSeconds)
    )
  }
}
