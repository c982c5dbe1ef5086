public import Foundation

/// What a session posts; values in `userInfo` are `NSNumber`, so that every cast succeeds.
///
/// All but the change of route are posted on the main thread, as Apple has it: its run loop must run.
/// In a program without one, whose main queue is served by other threads (after `dispatchMain()`, or
/// in an asynchronous `main`), an observer should name `queue: .main`; one without a queue is called
/// on the session's own.
extension AVAudioSession {
  /// An interruption began or ended.
  ///
  /// ``AVAudioSessionInterruptionTypeKey`` is always there, ``AVAudioSessionInterruptionOptionKey``
  /// on every end and never at a beginning, ``AVAudioSessionInterruptionReasonKey`` and
  /// ``AVAudioSessionInterruptionWasSuspendedKey`` at beginnings only.
  public static let interruptionNotification = name("Interruption")
  /// The route changed; posted on a queue of the session's own, not on the main thread.
  public static let routeChangeNotification = name("RouteChange")
  /// The daemon went away; every call fails until ``mediaServicesWereResetNotification``.
  public static let mediaServicesWereLostNotification = name("MediaServicesWereLost")
  /// The daemon is there anew: the session is inactive and as it was at the program's start.
  public static let mediaServicesWereResetNotification = name("MediaServicesWereReset")
  /// Others' primary sound started or stopped, while this session was active (R45).
  public static let silenceSecondaryAudioHintNotification = name("SilenceSecondaryAudioHint")
  /// The inputs to choose from changed: those of the route did.
  public static let availableInputsChangeNotification = name("AvailableInputsChange")
  /// The session became active.
  public static let didBecomeActiveNotification = name("DidBecomeActive")
  /// The session became inactive, by its program or by the daemon.
  public static let didBecomeInactiveNotification = name("DidBecomeInactive")
  /// The program should take up its sound again, or shouldn't (R24, R34).
  public static let resumptionRecommendationNotification = name("ResumptionRecommendation")
  /// The program said by ``setOutputMuted(_:)`` that its output is muted, or isn't any more.
  public static let outputMuteStateChangeNotification = name("OutputMuteStateChange")
  /// Never posted on Linux: the user did what asks for muted output to be heard.
  public static let userIntentToUnmuteOutputNotification = name("UserIntentToUnmuteOutput")
  /// Never posted on Linux: what the output can do in space changed.
  public static let spatialPlaybackCapabilitiesChangedNotification = name(
    "SpatialPlaybackCapabilitiesChanged"
  )
  /// Never posted on Linux: sound is rendered otherwise.
  public static let renderingModeChangeNotification = name("RenderingModeChange")
  /// Never posted on Linux: what can be rendered changed.
  public static let renderingCapabilitiesChangeNotification = name("RenderingCapabilitiesChange")
  /// Never posted on Linux: whether sound can be put into a call changed.
  public static let microphoneInjectionCapabilitiesChangeNotification = name(
    "MicrophoneInjectionCapabilitiesChange"
  )

  /// The key of a ``DeactivationContext``, in ``didBecomeInactiveNotification``.
  public static let deactivationContextKey = "AVAudioSessionDeactivationContextKey"
  /// The key of a ``ResumptionContext``, in ``resumptionRecommendationNotification``.
  public static let resumptionContextKey = "AVAudioSessionResumptionContextKey"
  /// The key of whether output is muted, in ``outputMuteStateChangeNotification``.
  public static let muteStateKey = "AVAudioSessionMuteStateKey"

  private static func name(_ topic: String) -> Notification.Name {
    Notification.Name("AVAudioSession\(topic)Notification")
  }
}

/// The key of an ``AVAudioSession/InterruptionType``.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The key of ``AVAudioSession/InterruptionOptions``; on every end, never at a beginning.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The key of an ``AVAudioSession/InterruptionReason``; at beginnings only.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// The key of whether the process was suspended; at such beginnings only.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// The key of an ``AVAudioSession/RouteChangeReason``.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The key of the ``AVAudioSessionRouteDescription`` of before.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// The key of an ``AVAudioSession/SilenceSecondaryAudioHintType``.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
