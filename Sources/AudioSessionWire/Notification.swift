package import AudioSessionJSON
package import AudioSessionSchema

/// Every notification; the raw value is its name on the wire.
package enum NotificationMethod: String, DescribedWord, Sendable, BitwiseCopyable {
  case sessionInterruption = "session.interruption"
  case sessionResumptionRecommendation = "session.resumptionRecommendation"
  case sessionDucking = "session.ducking"
  case sessionSilenceSecondaryAudioHint = "session.silenceSecondaryAudioHint"
  case sessionRouteChange = "session.routeChange"
  case sessionHardwareChange = "session.hardwareChange"
  case sessionMuteChange = "session.muteChange"
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
  package var specification: NotificationSpecification {
    switch self {
    case .sessionInterruption: SessionInterruption.specification
    case .sessionResumptionRecommendation: SessionResumptionRecommendation.specification
    case .sessionDucking: SessionDucking.specification
    case .sessionSilenceSecondaryAudioHint: SessionSilenceSecondaryAudioHint.specification
    case .sessionRouteChange: SessionRouteChange.specification
    case .sessionHardwareChange: SessionHardwareChange.specification
    case .sessionMuteChange: SessionMuteChange.specification
    case .sessionDidBecomeActive: SessionDidBecomeActive.specification
    case .sessionDidBecomeInactive: SessionDidBecomeInactive.specification
    case .sessionClosed: SessionClosed.specification
    case .mediaServicesWereLost: MediaServicesWereLost.specification
    case .mediaServicesWereReset: MediaServicesWereReset.specification
    case .serverDecision: ServerDecision.specification
    case .eventsLagged: EventsLagged.specification
    case .eventsRecorded: EventsRecorded.specification
    case .enforcementApply: EnforcementApply.specification
    }
  }
}

/// A message that a client receives without a request.
package protocol Notification: DescribedObject, Equatable, Sendable {
  static var method: NotificationMethod { get }
  static var specification: NotificationSpecification { get }

  /// The last members, if they are long and the same in many notifications; by default nil.
  var sharedMembers: SharedMembers? { get }

  /// Appends the members beside `epoch`, `seq` and the shared ones, to the object that is being
  /// written.
  ///
  /// A requirement, and not only a function of the extension, so that the compiler makes one for each
  /// type.
  func encodeMembers(into writer: inout JSONWriter)
}

extension Notification {
  package var sharedMembers: SharedMembers? { nil }

  package func encodeMembers(into writer: inout JSONWriter) {
    _ = Self.members(self, of: &writer)
  }
}

extension Notification {
  /// Appends the notification as a whole line.
  package func encodeLine(into writer: inout JSONWriter, epoch: Epoch, seq: UInt64) {
    beginLine(into: &writer)
    encodeParams(into: &writer, epoch: epoch, seq: seq)
    writer.endObject()
    writer.endLine()
  }

  /// Appends the line as far as it isn't shared with others.
  ///
  /// - Returns: The rest of the line; empty if nothing is shared.
  package func encodeLineStart(
    into writer: inout JSONWriter,
    epoch: Epoch,
    seq: UInt64
  ) -> [UInt8] {
    guard let sharedMembers else {
      encodeLine(into: &writer, epoch: epoch, seq: seq)
      return []
    }
    beginLine(into: &writer)
    beginParams(into: &writer, epoch: epoch, seq: seq)
    return sharedMembers.lineEnd
  }

  /// Appends its parameters alone.
  package func encodeParams(into writer: inout JSONWriter, epoch: Epoch, seq: UInt64) {
    beginParams(into: &writer, epoch: epoch, seq: seq)
    if let sharedMembers { writer.raw(sharedMembers.members) }
    writer.endObject()
  }

  private func beginLine(into writer: inout JSONWriter) {
    writer.begin("{\"jsonrpc\":\"2.0\",\"method\":")
    writer.word(Self.method.rawValue)
    writer.key("params")
  }

  /// Begins the object of the parameters, with all that aren't shared.
  private func beginParams(into writer: inout JSONWriter, epoch: Epoch, seq: UInt64) {
    writer.beginObject()
    writer.key("epoch")
    writer.hexadecimal(epoch.high, epoch.low)
    writer.member("seq", seq)
    encodeMembers(into: &writer)
  }
}
