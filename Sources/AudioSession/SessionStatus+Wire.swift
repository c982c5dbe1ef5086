import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

extension SessionStatus {
  /// Updates the status from a session object; what isn't sent, or not in known words, stays as it
  /// was.
  mutating func update(with json: JSONValue) {
    let told = json.received(otherwise: object)
    seq = max(seq, told.seq)
    number = told.session > 0 ? told.session : nil
    updateConfiguration(with: told)
    state = told.state
    interruptionReason = told.interruptionReason
    promptStyle = told.promptStyle
    if 0...1 ~= told.gain { gain = told.gain }
    isPlaying = told.playing
    isRecording = told.recording
    isInForeground = told.foreground
    isInputMuted = told.mutedByProgram.contains(.input)
    isOutputMuted = told.mutedByProgram.contains(.output)
    preferredInput = told.preferredInput
    isOutputOverridden = told.overridesOutput
    isInputMutedByUser = told.mutedByUser.contains(.input)
    isOutputMutedByUser = told.mutedByUser.contains(.output)
    isOtherAudioPlaying = told.isOtherAudioPlaying
    secondaryAudioShouldBeSilencedHint = told.secondaryAudioShouldBeSilencedHint
    isNowPlaying = told.nowPlaying
  }

  private mutating func updateConfiguration(with told: SessionObject) {
    category = told.category
    mode = told.mode
    options = told.options
    routeSharingPolicy = told.routeSharingPolicy
    priority = told.priority
    alertStyle = told.alertStyle
    preferences = told.preferences
    role = told.role
    kind = told.kind
    application = told.identity?.application
    zone = told.identity?.zone
  }

  /// The status as the daemon would tell it, but for the reason of an interruption, which is told
  /// with each.
  private var object: SessionObject {
    var object = SessionObject(session: number ?? 0, uid: 0, kind: kind)
    object.identity = SessionIdentity(
      name: nil,
      application: application,
      zone: zone,
      peer: PeerIdentity(uid: 0)
    )
    object.priority = priority
    object.alertStyle = alertStyle
    object.category = category
    object.mode = mode
    object.options = options
    object.routeSharingPolicy = routeSharingPolicy
    object.role = role
    object.state = state
    object.playing = isPlaying
    object.recording = isRecording
    object.foreground = isInForeground
    object.gain = gain
    object.isOtherAudioPlaying = isOtherAudioPlaying
    object.secondaryAudioShouldBeSilencedHint = secondaryAudioShouldBeSilencedHint
    object.promptStyle = promptStyle
    object.nowPlaying = isNowPlaying
    object.preferences = preferences
    return object
  }
}
