public import Foundation

/// The notifications that a session posts; numbers in `userInfo` are `NSNumber`, as from Apple.
///
/// Except for changes of the route and of the available inputs they are posted on the main thread, as
/// by Apple, whose run loop has to run. If other threads serve the main queue, after `dispatchMain()`
/// or in an asynchronous `main`, they are posted on a queue of the session; an observer can then
/// specify `queue: .main`.
extension AVAudioSession {
  /// An interruption began or ended.
  ///
  /// ``AVAudioSessionInterruptionTypeKey`` is always present, ``AVAudioSessionInterruptionOptionKey``
  /// only at the end, ``AVAudioSessionInterruptionReasonKey`` and
  /// ``AVAudioSessionInterruptionWasSuspendedKey`` only at the beginning.
  public static let interruptionNotification = name("Interruption")
  /// The route changed; posted on a queue of the session, not on the main thread.
  public static let routeChangeNotification = name("RouteChange")
  /// The daemon has gone, or doesn't answer any more; activations throw until
  /// ``mediaServicesWereResetNotification``.
  public static let mediaServicesWereLostNotification = name("MediaServicesWereLost")
  /// The daemon is there, after a loss or after a call that found none: the session is inactive, and
  /// configured as before.
  public static let mediaServicesWereResetNotification = name("MediaServicesWereReset")
  /// Primary audio of another application started or stopped while this session is active (R45).
  public static let silenceSecondaryAudioHintNotification = name("SilenceSecondaryAudioHint")
  /// ``AVAudioSession/availableInputs`` changed.
  ///
  /// Posted on a queue of the session, not on the main thread.
  public static let availableInputsChangeNotification = name("AvailableInputsChange")
  /// The session became active.
  public static let didBecomeActiveNotification = name("DidBecomeActive")
  /// The session became inactive, through the program or the daemon.
  public static let didBecomeInactiveNotification = name("DidBecomeInactive")
  /// A recommendation whether to resume playing (R24, R34).
  public static let resumptionRecommendationNotification = name("ResumptionRecommendation")
  /// ``isOutputMuted`` changed: by ``setOutputMuted(_:)``, or by the user in a mixer.
  public static let outputMuteStateChangeNotification = name("OutputMuteStateChange")
  /// The user acted to hear the output that the program has muted, as by turning up its stream in a
  /// mixer; posted if the audio agent runs.
  public static let userIntentToUnmuteOutputNotification = name("UserIntentToUnmuteOutput")
  /// Never posted on Linux: the output's capabilities for spatial audio changed.
  public static let spatialPlaybackCapabilitiesChangedNotification = name(
    "SpatialPlaybackCapabilitiesChanged"
  )
  /// Never posted on Linux: the rendering mode changed.
  public static let renderingModeChangeNotification = name("RenderingModeChange")
  /// Never posted on Linux: the rendering capabilities changed.
  public static let renderingCapabilitiesChangeNotification = name("RenderingCapabilitiesChange")
  /// Never posted on Linux: the availability of microphone injection changed.
  public static let microphoneInjectionCapabilitiesChangeNotification = name(
    "MicrophoneInjectionCapabilitiesChange"
  )

  /// The key for a ``DeactivationContext``, in ``didBecomeInactiveNotification``.
  public static let deactivationContextKey = "AVAudioSessionDeactivationContextKey"
  /// The key for a ``ResumptionContext``, in ``resumptionRecommendationNotification``.
  public static let resumptionContextKey = "AVAudioSessionResumptionContextKey"
  /// The key for the output's mute state, in ``outputMuteStateChangeNotification``.
  public static let muteStateKey = "AVAudioSessionMuteStateKey"

  private static func name(_ topic: String) -> Notification.Name {
    Notification.Name("AVAudioSession\(topic)Notification")
  }
}

/// The key for an ``AVAudioSession/InterruptionType``.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The key for ``AVAudioSession/InterruptionOptions``, present only at the end.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The key for an ``AVAudioSession/InterruptionReason``, present only at the beginning.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// The key for true if the process was suspended; absent otherwise.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// The key for an ``AVAudioSession/RouteChangeReason``.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The key for the previous ``AVAudioSessionRouteDescription``.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// The key for an ``AVAudioSession/SilenceSecondaryAudioHintType``.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
/// The key for whether spatial audio is enabled; never used on Linux.
public let AVAudioSessionSpatialAudioEnabledKey = "AVAudioSessionSpatialAudioEnabledKey"
/// The key for an ``AVAudioSession/RenderingMode-swift.enum``; never used on Linux.
public let AVAudioSessionRenderingModeNewRenderingModeKey =
  "AVAudioSessionRenderingModeNewRenderingModeKey"
/// The key for whether microphone injection is available; never used on Linux.
public let AVAudioSessionMicrophoneInjectionIsAvailableKey =
  "AVAudioSessionMicrophoneInjectionIsAvailableKey"
