/// Every notification; the raw value is its name on the wire.
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
  case eventsRecorded = "events.recorded"
  case enforcementApply = "enforcement.apply"
}

extension NotificationMethod {
  /// The notification's summary and parameters.
  package var specification: NotificationSpecification { type.specification }

  private var type: any Notification.Type {
    switch self {
    case .sessionInterruption: SessionInterruption.self
    case .sessionResumptionRecommendation: SessionResumptionRecommendation.self
    case .sessionDucking: SessionDucking.self
    case .sessionSilenceSecondaryAudioHint: SessionSilenceSecondaryAudioHint.self
    case .sessionRouteChange: SessionRouteChange.self
    case .sessionDidBecomeActive: SessionDidBecomeActive.self
    case .sessionDidBecomeInactive: SessionDidBecomeInactive.self
    case .sessionClosed: SessionClosed.self
    case .mediaServicesWereLost: MediaServicesWereLost.self
    case .mediaServicesWereReset: MediaServicesWereReset.self
    case .serverDecision: ServerDecision.self
    case .eventsLagged: EventsLagged.self
    case .eventsRecorded: EventsRecorded.self
    case .enforcementApply: EnforcementApply.self
    }
  }
}

/// A message that a client receives without a request.
package protocol Notification: Equatable, Sendable {
  static var method: NotificationMethod { get }
  static var specification: NotificationSpecification { get }

  /// Appends the members beside `epoch` and `seq`, to the object that is being written.
  func encodeMembers(into writer: inout JSONWriter)
}

extension Notification {
  /// Appends the notification as a whole line.
  package func encodeLine(into writer: inout JSONWriter, epoch: Epoch, seq: UInt64) {
    writer.begin("{\"jsonrpc\":\"2.0\",\"method\":")
    writer.word(Self.method.rawValue)
    writer.key("params")
    encodeParams(into: &writer, epoch: epoch, seq: seq)
    writer.endObject()
    writer.endLine()
  }

  /// Appends its parameters alone.
  package func encodeParams(into writer: inout JSONWriter, epoch: Epoch, seq: UInt64) {
    writer.beginObject()
    writer.member("epoch", epoch)
    writer.member("seq", seq)
    encodeMembers(into: &writer)
    writer.endObject()
  }
}
