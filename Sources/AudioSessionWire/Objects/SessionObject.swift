package import AudioSessionJSON
package import AudioSessionTypes

/// A session as the wire shows it: plain values, all as of the decision `seq`.
package struct SessionObject: Equatable, Sendable {
  package var session: UInt64
  /// Its names; nil if the reader may not see them.
  package var identity: SessionIdentity?
  /// Nil if the reader may not see it, or its process has ended.
  package var pid: Int32?
  package var uid: UInt32
  /// The priority in force.
  package var priority: Priority
  package var alertStyle: AlertStyle
  package var category: Category
  package var mode: Mode
  /// The options in force, implied ones included.
  package var options: CategoryOptions
  package var routeSharingPolicy: RouteSharingPolicy
  /// The role's name, nil if the session has none.
  package var role: String?
  /// The session's row and column in the pair table, by the name of a kind or a role (R59).
  package var kind: String
  package var state: SessionState
  package var playing: Bool
  package var recording: Bool
  package var foreground: Bool
  /// Linear, 0…1.
  package var gain: Double
  package var duckedBy: [UInt64]
  /// The number of sessions that duck it beyond those listed.
  package var duckedByLeftOut: Int
  package var interruptedBy: [UInt64]
  /// The number of sessions that it waits for beyond those listed.
  package var interruptedByLeftOut: Int
  package var interruptionReason: InterruptionReason?
  package var isOtherAudioPlaying: Bool
  package var secondaryAudioShouldBeSilencedHint: Bool
  package var promptStyle: PromptStyle
  package var nowPlaying: Bool
  package var activation: UInt64
  package var preferences: Preferences
  package var lease: LeaseObject?
  package var seq: UInt64

  // Not inlined, it would copy the object it has made.
  @inlinable @inline(__always)
  package init(
    session: UInt64,
    identity: SessionIdentity? = nil,
    pid: Int32? = nil,
    uid: UInt32,
    priority: Priority = Priority.normal,
    alertStyle: AlertStyle = AlertStyle.fullScreen,
    category: Category = Category.soloAmbient,
    mode: Mode = Mode.default,
    options: CategoryOptions = [],
    routeSharingPolicy: RouteSharingPolicy = RouteSharingPolicy.default,
    role: String? = nil,
    kind: String,
    state: SessionState = SessionState.inactive,
    playing: Bool = false,
    recording: Bool = false,
    foreground: Bool = true,
    gain: Double = 1.0,
    duckedBy: [UInt64] = [],
    duckedByLeftOut: Int = 0,
    interruptedBy: [UInt64] = [],
    interruptedByLeftOut: Int = 0,
    interruptionReason: InterruptionReason? = nil,
    isOtherAudioPlaying: Bool = false,
    secondaryAudioShouldBeSilencedHint: Bool = false,
    promptStyle: PromptStyle = PromptStyle.normal,
    nowPlaying: Bool = false,
    activation: UInt64 = 0,
    preferences: Preferences = Preferences.initial,
    lease: LeaseObject? = nil,
    seq: UInt64 = 0
  ) {
    self.session = session
    self.identity = identity
    self.pid = pid
    self.uid = uid
    self.priority = priority
    self.alertStyle = alertStyle
    self.category = category
    self.mode = mode
    self.options = options
    self.routeSharingPolicy = routeSharingPolicy
    self.role = role
    self.kind = kind
    self.state = state
    self.playing = playing
    self.recording = recording
    self.foreground = foreground
    self.gain = gain
    self.duckedBy = duckedBy
    self.duckedByLeftOut = duckedByLeftOut
    self.interruptedBy = interruptedBy
    self.interruptedByLeftOut = interruptedByLeftOut
    self.interruptionReason = interruptionReason
    self.isOtherAudioPlaying = isOtherAudioPlaying
    self.secondaryAudioShouldBeSilencedHint = secondaryAudioShouldBeSilencedHint
    self.promptStyle = promptStyle
    self.nowPlaying = nowPlaying
    self.activation = activation
    self.preferences = preferences
    self.lease = lease
    self.seq = seq
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

/// By hand, since nearly every reply is one: by the description `session.activate` takes a third
/// more instructions, and three allocations. A test compares the two.
extension SessionObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    encodeOwner(into: &writer)
    encodeConfiguration(into: &writer)
    encodeState(into: &writer)
    writer.endObject()
  }

  private func encodeOwner(into writer: inout JSONWriter) {
    writer.member("session", session)
    writer.member("name", identity?.name)
    writer.member("pid", pid.map(Int.init))
    writer.member("uid", Int(uid))
    writer.member("comm", identity?.peer.comm)
    writer.member("unit", identity?.peer.unit)
    writer.member("userUnit", identity?.peer.userUnit)
  }

  private func encodeConfiguration(into writer: inout JSONWriter) {
    writer.member("priority", priority)
    writer.member("alertStyle", alertStyle)
    writer.member("category", category)
    writer.member("mode", mode)
    writer.key("options")
    writer.beginArray()
    for (name, option) in CategoryOptions.named where options.isSuperset(of: option) {
      writer.word(name)
    }
    writer.endArray()
    writer.member("routeSharingPolicy", routeSharingPolicy)
    writer.member("role", role)
    writer.member("kind", kind)
    writer.member("application", identity?.application)
    writer.member("zone", identity?.zone)
  }

  private func encodeState(into writer: inout JSONWriter) {
    writer.member("state", state)
    writer.member("playing", playing)
    writer.member("recording", recording)
    writer.member("foreground", foreground)
    writer.member("gain", gain)
    writer.member("duckedBy", duckedBy)
    if duckedByLeftOut > 0 { writer.member("duckedByLeftOut", duckedByLeftOut) }
    writer.member("interruptedBy", interruptedBy)
    if interruptedByLeftOut > 0 { writer.member("interruptedByLeftOut", interruptedByLeftOut) }
    writer.member("interruptionReason", interruptionReason)
    writer.member("isOtherAudioPlaying", isOtherAudioPlaying)
    writer.member("secondaryAudioShouldBeSilencedHint", secondaryAudioShouldBeSilencedHint)
    writer.member("promptStyle", promptStyle)
    writer.member("nowPlaying", nowPlaying)
    writer.member("activation", activation)
    writer.key("preferences")
    writer.beginObject()
    for (name, preference) in Preferences.named {
      writer.key(word: name)
      writer.bool(preferences.contains(preference))
    }
    writer.endObject()
    writer.key("lease")
    if let lease { encode(lease, into: &writer) } else { writer.null() }
    writer.member("seq", seq)
  }

  private func encode(_ lease: LeaseObject, into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("leaseName", identity?.leaseName)
    writer.member("ttlSeconds", lease.ttlSeconds)
    writer.member("remainingSeconds", lease.remainingSeconds)
    writer.endObject()
  }
}
