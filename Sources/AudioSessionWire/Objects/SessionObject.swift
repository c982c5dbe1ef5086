package import AudioSessionJSON
package import AudioSessionTypes

/// A session as the wire shows it: plain values, all as of the decision `seq`.
///
/// The log keeps thousands, so that the members are in an order that leaves few gaps between them.
package struct SessionObject: Equatable, Sendable {
  package var session: UInt64
  /// Its names; nil if the reader may not see them.
  package var identity: SessionIdentity?
  /// The options in force, implied ones included.
  package var options: CategoryOptions = []
  /// The role's name, nil if the session has none.
  package var role: String?
  /// The port from which its program prefers to record, by its id (R69).
  package var preferredInput: String?
  /// The session's row and column in the pair table, by the name of a kind or a role (R59).
  package var kind: String
  /// Linear, 0…1.
  package var gain = 1.0
  package var duckedBy: [UInt64] = []
  package var interruptedBy: [UInt64] = []
  /// The number of sessions that duck it beyond those listed.
  package var duckedByLeftOut: Int32 = 0
  /// The number of sessions that it waits for beyond those listed.
  package var interruptedByLeftOut: Int32 = 0
  package var activation: UInt64 = 0
  package var seq: UInt64 = 0
  package var lease: LeaseObject?
  /// The priority in force.
  package var priority = Priority.normal
  package var alertStyle = AlertStyle.fullScreen
  package var category = Category.soloAmbient
  package var mode = Mode.default
  package var routeSharingPolicy = RouteSharingPolicy.default
  package var state = SessionState.inactive
  package var playing = false
  package var recording = false
  package var foreground = true
  /// What its program has muted of it, and what its user has (R68).
  package var mutedByProgram: SoundDirections = []
  package var mutedByUser: SoundDirections = []
  /// Whether its program wants what it plays to go to the loudspeaker (R69).
  package var overridesOutput = false
  package var interruptionReason: InterruptionReason?
  package var isOtherAudioPlaying = false
  package var secondaryAudioShouldBeSilencedHint = false
  package var promptStyle = PromptStyle.normal
  package var nowPlaying = false
  package var preferences = Preferences.initial
  package var uid: UInt32
  /// Nil if the reader may not see it, or its process has ended.
  package var pid: Int32?

  @inlinable @inline(__always)
  package init(session: UInt64, uid: UInt32, kind: String) {
    self.session = session
    self.uid = uid
    self.kind = kind
  }

  /// The most sessions that one member lists.
  ///
  /// Without a limit, a list of sessions that all duck each other would grow with the square of
  /// their number.
  package static let listLimit = 32
}

/// A lease as the wire shows it; its name is among the session's.
package struct LeaseObject: Equatable, Sendable {
  package var ttlSeconds: Double
  package var remainingSeconds: Double

  package init(ttlSeconds: Double, remainingSeconds: Double) {
    self.ttlSeconds = ttlSeconds
    self.remainingSeconds = remainingSeconds
  }
}

/// By hand, since nearly every reply is one: by the description it takes more than twice the
/// instructions, and three allocations. A test compares the two.
extension SessionObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.object(atMost: mostBytes) { members in
      encodeOwner(into: &members)
      encodeConfiguration(into: &members)
      encodeState(into: &members)
    }
  }

  /// The most bytes that the members take: 2,048 without texts and lists, and every byte of a text
  /// may become six.
  private var mostBytes: Int {
    var texts = kind.utf8.count + (role?.utf8.count ?? 0) + (identity?.textBytes ?? 0)
    texts += preferredInput?.utf8.count ?? 0
    return 2048 + 6 * texts + 21 * (duckedBy.count + interruptedBy.count)
  }

  @inline(__always)
  private func encodeOwner(into members: inout JSONTail) {
    members.member("session", session)
    members.member("name", identity?.name)
    if let pid { members.member("pid", UInt64(pid.magnitude)) } else { members.null("pid") }
    members.member("uid", UInt64(uid))
    members.member("comm", identity?.peer.comm)
    members.member("unit", identity?.peer.unit)
    members.member("userUnit", identity?.peer.userUnit)
  }

  @inline(__always)
  private func encodeConfiguration(into members: inout JSONTail) {
    members.member("priority", priority)
    members.member("alertStyle", alertStyle)
    members.member("category", category)
    members.member("mode", mode)
    members.list("options") { list in
      for (name, option) in CategoryOptions.named where options.isSuperset(of: option) {
        list.element(word: name)
      }
    }
    members.member("routeSharingPolicy", routeSharingPolicy)
    members.member("role", role)
    members.member("kind", kind)
    members.member("application", identity?.application)
    members.member("zone", identity?.zone)
  }

  private func encode(
    _ directions: SoundDirections,
    _ name: StaticString,
    into members: inout JSONTail
  ) {
    members.list(name) { list in
      for word in directions.words { list.element(word: word.rawValue) }
    }
  }

  @inline(__always)
  private func encodeState(into members: inout JSONTail) {
    members.member("state", state)
    members.member("playing", playing)
    members.member("recording", recording)
    members.member("foreground", foreground)
    if !mutedByProgram.isEmpty { encode(mutedByProgram, "mutedByProgram", into: &members) }
    if !mutedByUser.isEmpty { encode(mutedByUser, "mutedByUser", into: &members) }
    if let preferredInput { members.member("preferredInput", preferredInput) }
    if overridesOutput { members.member("outputOverride", OutputOverride.speaker) }
    members.member("gain", gain)
    members.member("duckedBy", duckedBy)
    if duckedByLeftOut > 0 { members.member("duckedByLeftOut", UInt64(duckedByLeftOut)) }
    members.member("interruptedBy", interruptedBy)
    if interruptedByLeftOut > 0 {
      members.member("interruptedByLeftOut", UInt64(interruptedByLeftOut))
    }
    if let interruptionReason {
      members.member("interruptionReason", interruptionReason)
    } else {
      members.null("interruptionReason")
    }
    members.member("isOtherAudioPlaying", isOtherAudioPlaying)
    members.member("secondaryAudioShouldBeSilencedHint", secondaryAudioShouldBeSilencedHint)
    members.member("promptStyle", promptStyle)
    members.member("nowPlaying", nowPlaying)
    members.member("activation", activation)
    members.object("preferences") { flags in
      flags.member(
        "prefersNoInterruptionsFromSystemAlerts",
        preferences.contains(.prefersNoInterruptionsFromSystemAlerts)
      )
      flags.member(
        "prefersInterruptionOnRouteDisconnect",
        preferences.contains(.prefersInterruptionOnRouteDisconnect)
      )
      flags.member(
        "allowHapticsAndSystemSoundsDuringRecording",
        preferences.contains(.allowHapticsAndSystemSoundsDuringRecording)
      )
      flags.member("isNowPlayingCandidate", preferences.contains(.isNowPlayingCandidate))
    }
    if let lease {
      members.object("lease") { members in
        members.member("leaseName", identity?.leaseName)
        members.member("ttlSeconds", lease.ttlSeconds)
        members.member("remainingSeconds", lease.remainingSeconds)
      }
    } else {
      members.null("lease")
    }
    members.member("seq", seq)
  }
}
