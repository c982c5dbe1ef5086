import AudioSessionClient
import AudioSessionTypes
import AudioSessionWire

extension SessionEvent {
  /// What a notification tells its session; nil for one that this library doesn't know.
  init?(_ notification: ClientMachine.Notification) {
    let params = notification.params
    switch NotificationMethod(rawValue: notification.method) {
    case .sessionInterruption: self.init(interruption: params)
    case .sessionResumptionRecommendation:
      guard let advice: ResumptionRecommendation = params.word("recommendation") else { return nil }
      self = .resumptionRecommendation(advice)
    case .sessionDucking:
      guard let gain = params["gain"]?.double else { return nil }
      self = .ducking(gain: gain, ramp: .milliseconds(params["rampMilliseconds"]?.integer ?? 0))
    case .sessionSilenceSecondaryAudioHint:
      self = .secondaryAudioShouldBeSilenced(params["type"]?.string == "begin")
    case .sessionRouteChange: self.init(routeChange: params)
    case .sessionDidBecomeActive: self = .didBecomeActive
    case .sessionDidBecomeInactive:
      self = .didBecomeInactive(params.word("source") ?? .system, reason: params.word("reason"))
    case .sessionClosed: self = .closed(params.word("reason") ?? .evicted)
    case .mediaServicesWereLost, .mediaServicesWereReset, .serverDecision, .eventsLagged,
      .enforcementApply, nil:
      return nil
    }
  }

  private init?(interruption params: JSONValue) {
    switch params["type"]?.string {
    case "began":
      self = .interruptionBegan(
        reason: params.word("reason") ?? .default,
        by: params["by"].flatMap { Blocker($0) }
      )
    case "ended":
      let options = params["options"]?.array ?? []
      self = .interruptionEnded(shouldResume: options.contains("shouldResume"))
    default: return nil
    }
  }

  private init(routeChange params: JSONValue) {
    self = .routeChange(
      params.word("reason") ?? .unknown,
      previous: Route(params["previousRoute"] ?? [:]),
      current: Route(params["currentRoute"] ?? [:])
    )
  }
}

extension JSONValue {
  /// The member's word, nil if it isn't there or isn't known.
  fileprivate func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
    self[name]?.string.flatMap(Word.init)
  }
}
