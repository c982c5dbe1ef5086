/// Every notification there is; the raw value is its name on the wire.
package enum NotificationMethod: String, CaseIterable, Sendable, BitwiseCopyable {
  case sessionInterruption = "session.interruption"
  case sessionResumptionRecommendation = "session.resumptionRecommendation"
  case sessionDucking = "session.ducking"
  case sessionSilenceSecondaryAudioHint = "session.silenceSecondaryAudioHint"
  case sessionRouteChange = "session.routeChange"
  case sessionDidBecomeActive = "session.didBecomeActive"
  case sessionDidBecomeInactive = "session.didBecomeInactive"
  case sessionClosed = "session.closed"
  case mediaServicesWereLost = "mediaServices.wereLost"
  case mediaServicesWereReset = "mediaServices.wereReset"
  case serverDecision = "server.decision"
  case eventsLagged = "events.lagged"
  case enforcementApply = "enforcement.apply"

  /// What the notification says.
  package var description: NotificationDescription {
    switch self {
    case .sessionInterruption: SessionInterruption.description
    case .sessionResumptionRecommendation: SessionResumptionRecommendation.description
    case .sessionDucking: SessionDucking.description
    case .sessionSilenceSecondaryAudioHint: SessionSilenceSecondaryAudioHint.description
    case .sessionRouteChange: SessionRouteChange.description
    case .sessionDidBecomeActive: SessionDidBecomeActive.description
    case .sessionDidBecomeInactive: SessionDidBecomeInactive.description
    case .sessionClosed: SessionClosed.description
    case .mediaServicesWereLost: MediaServicesWereLost.description
    case .mediaServicesWereReset: MediaServicesWereReset.description
    case .serverDecision: ServerDecision.description
    case .eventsLagged: EventsLagged.description
    case .enforcementApply: EnforcementApply.description
    }
  }
}
