import AudioSession
import AudioSessionTypes
import Foundation

/// A notification to post: an event in terms of Apple's names, keys and numbers.
struct Posting: Sendable {
  /// A value in `userInfo`: an `NSNumber` or an object.
  enum Value: Sendable {
    case number(UInt)
    case real(Double)
    case flag(Bool)
    case object(any NSObjectProtocol & Sendable)

    var object: Any {
      switch self {
      case .number(let number): NSNumber(value: number)
      case .real(let number): NSNumber(value: number)
      case .flag(let flag): NSNumber(value: flag)
      case .object(let object): object
      }
    }
  }

  let name: Notification.Name
  var values: [String: Value] = [:]
  /// If set, the route is read when this is posted, and added as the previous one; nothing is posted
  /// unless the route fulfils the condition.
  var condition: (@Sendable (AVAudioSessionRouteDescription) -> Bool)?

  /// True except for route changes, which Apple doesn't post on the main thread.
  var isForMainThread: Bool {
    name != AVAudioSession.routeChangeNotification
      && name != AVAudioSession.availableInputsChangeNotification
  }

  func post(from session: AVAudioSession) {
    var values = values
    if let condition {
      let route = session.currentRoute
      guard condition(route) else { return }
      values[AVAudioSessionRouteChangePreviousRouteKey] = .object(route)
    }
    NotificationCenter.default.post(
      name: name,
      object: session,
      userInfo: values.isEmpty ? nil : values.mapValues(\.object)
    )
  }
}

extension Posting {
  /// The notifications for an event, in order; none if Apple's interface has no counterpart.
  static func all(for event: SessionEvent) -> [Posting] {
    switch event {
    case .interruptionBegan(let reason, _): [began(.init(reason))]
    case .interruptionEnded(let shouldResume): [ended(shouldResume ? .shouldResume : [])]
    case .resumptionRecommendation(let recommendation): [recommended(.init(recommendation))]
    case .ducking: []
    case .secondaryAudioShouldBeSilenced(let isSet): [hint(isSet ? .begin : .end)]
    case .routeChange(let reason, let previous, let current):
      routeChange(.init(reason), previous, current)
    case .hardwareChange(let hardware): [hardwareChange(hardware)]
    case .userMuteChange(_, _, let wantsUnmute):
      wantsUnmute ? [Posting(name: AVAudioSession.userIntentToUnmuteOutputNotification)] : []
    case .didBecomeActive: [Posting(name: AVAudioSession.didBecomeActiveNotification)]
    case .didBecomeInactive(let source, let reason):
      [inactive(.init(source), reason.map(AVAudioSession.InterruptionReason.init))]
    // The session was closed for good: an interruption without an end makes a player stop.
    case .closed: [began(.default)]
    case .mediaServicesLost: [Posting(name: AVAudioSession.mediaServicesWereLostNotification)]
    case .mediaServicesReset: [Posting(name: AVAudioSession.mediaServicesWereResetNotification)]
    }
  }

  private static func began(_ reason: AVAudioSession.InterruptionReason) -> Posting {
    var values: [String: Value] = [
      AVAudioSessionInterruptionTypeKey: .number(AVAudioSession.InterruptionType.began.rawValue),
      AVAudioSessionInterruptionReasonKey: .number(reason.rawValue),
    ]
    if reason == .appWasSuspended {
      values[AVAudioSessionInterruptionWasSuspendedKey] = .flag(true)
    }
    return Posting(name: AVAudioSession.interruptionNotification, values: values)
  }

  private static func ended(_ options: AVAudioSession.InterruptionOptions) -> Posting {
    Posting(
      name: AVAudioSession.interruptionNotification,
      values: [
        AVAudioSessionInterruptionTypeKey: .number(AVAudioSession.InterruptionType.ended.rawValue),
        AVAudioSessionInterruptionOptionKey: .number(options.rawValue),
      ]
    )
  }

  private static func recommended(
    _ recommendation: AVAudioSession.ResumptionRecommendation
  ) -> Posting {
    let context = AVAudioSession.ResumptionContext(recommendation: recommendation)
    return Posting(
      name: AVAudioSession.resumptionRecommendationNotification,
      values: [AVAudioSession.resumptionContextKey: .object(context)]
    )
  }

  private static func hint(_ type: AVAudioSession.SilenceSecondaryAudioHintType) -> Posting {
    Posting(
      name: AVAudioSession.silenceSecondaryAudioHintNotification,
      values: [AVAudioSessionSilenceSecondaryAudioHintTypeKey: .number(type.rawValue)]
    )
  }

  private static func inactive(
    _ source: AVAudioSession.DeactivationSource,
    _ reason: AVAudioSession.InterruptionReason?
  ) -> Posting {
    let context = AVAudioSession.DeactivationContext(
      source: source,
      interruptionContext: reason.map(AVAudioSession.InterruptionContext.init)
    )
    return Posting(
      name: AVAudioSession.didBecomeInactiveNotification,
      values: [AVAudioSession.deactivationContextKey: .object(context)]
    )
  }

  private static func routeChange(
    _ reason: AVAudioSession.RouteChangeReason,
    _ previous: Route,
    _ current: Route
  ) -> [Posting] {
    let change = Posting(
      name: AVAudioSession.routeChangeNotification,
      values: [
        AVAudioSessionRouteChangeReasonKey: .number(reason.rawValue),
        AVAudioSessionRouteChangePreviousRouteKey: .object(
          AVAudioSessionRouteDescription(previous)
        ),
      ]
    )
    guard previous.availableInputs != current.availableInputs else { return [change] }
    return [change, Posting(name: AVAudioSession.availableInputsChangeNotification)]
  }

  private static func hardwareChange(_ hardware: Hardware) -> Posting {
    let volume = hardware.outputVolume.map {
      [AVAudioSession.Linux.outputVolumeKey: Value.real($0)]
    }
    return Posting(
      name: AVAudioSession.Linux.hardwareDidChangeNotification,
      values: volume ?? [:]
    )
  }
}
