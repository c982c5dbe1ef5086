import AudioSessionTypes
import AudioSessionWire

extension SessionStatus {
  /// Takes over what a session object says; what it doesn't say, or says in unknown words, stays.
  mutating func update(with object: JSONValue) {
    if let session = object["session"]?.integer { number = UInt64(exactly: session) }
    updateConfiguration(with: object)
    take(&state, object["state"])
    take(&promptStyle, object["promptStyle"])
    gain = object["gain"]?.double ?? gain
    isPlaying = object["playing"]?.bool ?? isPlaying
    isRecording = object["recording"]?.bool ?? isRecording
    isInForeground = object["foreground"]?.bool ?? isInForeground
    isOtherAudioPlaying = object["isOtherAudioPlaying"]?.bool ?? isOtherAudioPlaying
    secondaryAudioShouldBeSilencedHint =
      object["secondaryAudioShouldBeSilencedHint"]?.bool ?? secondaryAudioShouldBeSilencedHint
    isNowPlaying = object["nowPlaying"]?.bool ?? isNowPlaying
  }

  /// Takes over what an event says, so that whoever hears of it finds the status as told.
  mutating func update(with event: SessionEvent) {
    switch event {
    case .interruptionBegan:
      // One that tells of a suspension finds the session inactive already (R47).
      if state == .active { stop(.interrupted) }
    case .interruptionEnded: stop(.inactive)
    case .ducking(let gain, _): self.gain = gain
    case .secondaryAudioShouldBeSilenced(let isSilenced):
      secondaryAudioShouldBeSilencedHint = isSilenced
    case .didBecomeActive: state = .active
    case .didBecomeInactive(_, let reason):
      if reason == nil || reason == .appWasSuspended { stop(.inactive) }
    case .closed: stop(.inactive)
    case .mediaServicesLost:
      stop(.inactive)
      number = nil
      application = nil
      zone = nil
    case .resumptionRecommendation, .routeChange, .mediaServicesReset: break
    }
  }

  /// How it stands after a reset: as when it was new, but for its configuration where that stays.
  func afterReset(keepingConfiguration keepsConfiguration: Bool) -> SessionStatus {
    var status = SessionStatus()
    guard keepsConfiguration else { return status }
    status.category = category
    status.mode = mode
    status.options = options
    status.routeSharingPolicy = routeSharingPolicy
    status.priority = priority
    status.alertStyle = alertStyle
    status.preferences = preferences
    status.role = role
    status.kind = kind
    return status
  }

  /// What makes another session configured as this one.
  var configuration: Configuration {
    Configuration(
      category: category,
      mode: mode,
      options: options,
      routeSharingPolicy: routeSharingPolicy,
      // A role's priority is its own.
      priority: role == nil ? priority : .normal,
      alertStyle: alertStyle,
      preferences: preferences,
      role: role.map(Role.named)
    )
  }

  private mutating func stop(_ state: SessionState) {
    self.state = state
    gain = 1
    isPlaying = false
    isRecording = false
  }

  private mutating func updateConfiguration(with object: JSONValue) {
    take(&category, object["category"])
    take(&mode, object["mode"])
    take(&routeSharingPolicy, object["routeSharingPolicy"])
    take(&priority, object["priority"])
    take(&alertStyle, object["alertStyle"])
    take(&role, object["role"])
    take(&application, object["application"])
    take(&zone, object["zone"])
    kind = object["kind"]?.string ?? kind
    if let names = object["options"]?.array?.compactMap(\.string) {
      options = CategoryOptions(
        CategoryOptions.named.filter { names.contains($0.name) }.map(\.option)
      )
    }
    for (name, preference) in Preferences.named {
      switch object["preferences"]?[name]?.bool {
      case true?: preferences.insert(preference)
      case false?: preferences.remove(preference)
      case nil: break
      }
    }
  }

  private func take(_ name: inout String?, _ value: JSONValue?) {
    switch value {
    case .string(let text)?: name = text
    case .null?: name = nil
    case .array?, .bool?, .number?, .object?, nil: break
    }
  }

  private func take<Word: RawRepresentable<String>>(_ word: inout Word, _ value: JSONValue?) {
    if let known = value?.string.flatMap(Word.init) { word = known }
  }
}
