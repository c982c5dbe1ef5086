import AudioSessionClient
import AudioSessionJSON
import AudioSessionWire

extension ClientMachine.Notification {
  /// What it means to the session that it is about; nil if this library doesn't know it.
  var event: SessionEvent? {
    switch NotificationMethod(rawValue: method) {
    case .sessionInterruption:
      params.received(as: SessionInterruption.self).map { SessionEvent($0.phase) }
    case .sessionResumptionRecommendation:
      params.received(as: SessionResumptionRecommendation.self)
        .map { .resumptionRecommendation($0.recommendation) }
    case .sessionDucking:
      params.received(as: SessionDucking.self).flatMap { ducking in
        let ramp = Duration.milliseconds(ducking.rampMilliseconds)
        return 0...1 ~= ducking.gain ? .ducking(gain: ducking.gain, ramp: ramp) : nil
      }
    case .sessionSilenceSecondaryAudioHint:
      params.received(as: SessionSilenceSecondaryAudioHint.self)
        .map { .secondaryAudioShouldBeSilenced($0.isSilenced) }
    case .sessionRouteChange: routeChange
    case .sessionMuteChange:
      params.received(as: SessionMuteChange.self).map {
        .userMuteChange(
          input: $0.mutedByUser.contains(.input),
          output: $0.mutedByUser.contains(.output),
          wantsUnmute: $0.wantsUnmute
        )
      }
    case .sessionHardwareChange:
      params.received(as: RouteHardware.self).map { .hardwareChange(Hardware($0.hardware)) }
    case .sessionDidBecomeActive: .didBecomeActive
    case .sessionDidBecomeInactive:
      params.received(as: SessionDidBecomeInactive.self)
        .map { .didBecomeInactive($0.source, reason: $0.reason) }
    case .sessionClosed: params.received(as: SessionClosed.self).map { .closed($0.reason) }
    default: nil
    }
  }

  private var routeChange: SessionEvent {
    let none = RouteObject()
    let routes = params.received(
      otherwise: RouteChangeRoutes(previousRoute: none, currentRoute: none)
    )
    return .routeChange(
      params.received(as: SessionRouteChange.self)?.reason ?? .unknown,
      previous: Route(routes.previousRoute),
      current: Route(routes.currentRoute)
    )
  }
}

extension SessionEvent {
  fileprivate init(_ phase: SessionInterruption.Phase) {
    switch phase {
    case .began(let reason, let by): self = .interruptionBegan(reason: reason, by: Blocker(by))
    case .ended(let shouldResume): self = .interruptionEnded(shouldResume: shouldResume)
    }
  }
}
