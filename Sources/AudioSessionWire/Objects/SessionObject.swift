package import AudioSessionTypes

/// A session as the wire shows it: plain values, all as of the decision `seq`.
package struct SessionObject: Equatable, Sendable {
  package var session: UInt64
  /// As given by the client; nil if the reader may not see it, as with the other optionals below.
  package var name: String?
  package var pid: Int32?
  package var uid: UInt32
  package var comm: String?
  package var unit: String?
  package var userUnit: String?
  /// The priority in force.
  package var priority = Priority.normal
  package var alertStyle = AlertStyle.fullScreen
  package var category = Category.soloAmbient
  package var mode = Mode.default
  /// The options in force, implied ones included.
  package var options: CategoryOptions = []
  package var routeSharingPolicy = RouteSharingPolicy.default
  /// The role's name, nil if the session has none.
  package var role: String?
  /// The session's row and column in the pair table, by the name of a kind or a role (R59).
  package var kind: String
  /// As given by the client; so is the zone.
  package var application: String?
  package var zone: String?
  package var state = SessionState.inactive
  package var playing = false
  package var recording = false
  package var foreground = true
  /// Linear, 0…1.
  package var gain = 1.0
  package var duckedBy: [UInt64] = []
  /// The number of sessions that duck it beyond those listed.
  package var duckedByLeftOut = 0
  package var interruptedBy: [UInt64] = []
  /// The number of sessions that it waits for beyond those listed.
  package var interruptedByLeftOut = 0
  package var interruptionReason: InterruptionReason?
  package var isOtherAudioPlaying = false
  package var secondaryAudioShouldBeSilencedHint = false
  package var promptStyle = PromptStyle.normal
  package var nowPlaying = false
  package var activation: UInt64 = 0
  package var preferences = Preferences.initial
  package var lease: LeaseObject?
  package var seq: UInt64 = 0

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

/// A lease as the wire shows it.
package struct LeaseObject: Equatable, Sendable {
  /// Nil if the reader may not see it.
  package var leaseName: String?
  package var ttlSeconds: Double
  package var remainingSeconds: Double

  package init(leaseName: String?, ttlSeconds: Double, remainingSeconds: Double) {
    self.leaseName = leaseName
    self.ttlSeconds = ttlSeconds
    self.remainingSeconds = remainingSeconds
  }
}

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
    writer.member("name", name)
    writer.member("pid", pid.map(Int.init))
    writer.member("uid", Int(uid))
    writer.member("comm", comm)
    writer.member("unit", unit)
    writer.member("userUnit", userUnit)
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
    writer.member("application", application)
    writer.member("zone", zone)
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
    writer.member("lease", lease)
    writer.member("seq", seq)
  }
}

extension LeaseObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("leaseName", leaseName)
    writer.member("ttlSeconds", ttlSeconds)
    writer.member("remainingSeconds", remainingSeconds)
    writer.endObject()
  }
}
