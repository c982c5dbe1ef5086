public import Foundation

// Names of Swift 4 and earlier, which compile nowhere any more: the compiler offers to put the new one
// in their place, as Apple's does. Each is what it was renamed to, since a declaration needs a value.

/// A category, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Category.ambient")
public let AVAudioSessionCategoryAmbient = AVAudioSession.Category.ambient
/// A category, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Category.soloAmbient")
public let AVAudioSessionCategorySoloAmbient = AVAudioSession.Category.soloAmbient
/// A category, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Category.playback")
public let AVAudioSessionCategoryPlayback = AVAudioSession.Category.playback
/// A category, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Category.record")
public let AVAudioSessionCategoryRecord = AVAudioSession.Category.record
/// A category, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Category.playAndRecord")
public let AVAudioSessionCategoryPlayAndRecord = AVAudioSession.Category.playAndRecord
/// A category, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Category.multiRoute")
public let AVAudioSessionCategoryMultiRoute = AVAudioSession.Category.multiRoute
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.default")
public let AVAudioSessionModeDefault = AVAudioSession.Mode.default
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.voiceChat")
public let AVAudioSessionModeVoiceChat = AVAudioSession.Mode.voiceChat
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.gameChat")
public let AVAudioSessionModeGameChat = AVAudioSession.Mode.gameChat
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.videoRecording")
public let AVAudioSessionModeVideoRecording = AVAudioSession.Mode.videoRecording
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.measurement")
public let AVAudioSessionModeMeasurement = AVAudioSession.Mode.measurement
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.moviePlayback")
public let AVAudioSessionModeMoviePlayback = AVAudioSession.Mode.moviePlayback
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.videoChat")
public let AVAudioSessionModeVideoChat = AVAudioSession.Mode.videoChat
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.spokenAudio")
public let AVAudioSessionModeSpokenAudio = AVAudioSession.Mode.spokenAudio
/// A mode, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Mode.voicePrompt")
public let AVAudioSessionModeVoicePrompt = AVAudioSession.Mode.voicePrompt
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.lineIn")
public let AVAudioSessionPortLineIn = AVAudioSession.Port.lineIn
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.builtInMic")
public let AVAudioSessionPortBuiltInMic = AVAudioSession.Port.builtInMic
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.headsetMic")
public let AVAudioSessionPortHeadsetMic = AVAudioSession.Port.headsetMic
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.lineOut")
public let AVAudioSessionPortLineOut = AVAudioSession.Port.lineOut
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.headphones")
public let AVAudioSessionPortHeadphones = AVAudioSession.Port.headphones
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.bluetoothA2DP")
public let AVAudioSessionPortBluetoothA2DP = AVAudioSession.Port.bluetoothA2DP
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.builtInReceiver")
public let AVAudioSessionPortBuiltInReceiver = AVAudioSession.Port.builtInReceiver
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.builtInSpeaker")
public let AVAudioSessionPortBuiltInSpeaker = AVAudioSession.Port.builtInSpeaker
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.HDMI")
public let AVAudioSessionPortHDMI = AVAudioSession.Port.HDMI
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.airPlay")
public let AVAudioSessionPortAirPlay = AVAudioSession.Port.airPlay
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.bluetoothLE")
public let AVAudioSessionPortBluetoothLE = AVAudioSession.Port.bluetoothLE
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.bluetoothHFP")
public let AVAudioSessionPortBluetoothHFP = AVAudioSession.Port.bluetoothHFP
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.usbAudio")
public let AVAudioSessionPortUSBAudio = AVAudioSession.Port.usbAudio
/// A port, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Port.carAudio")
public let AVAudioSessionPortCarAudio = AVAudioSession.Port.carAudio
/// A polar pattern, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.PolarPattern.omnidirectional")
public let AVAudioSessionPolarPatternOmnidirectional = AVAudioSession.PolarPattern.omnidirectional
/// A polar pattern, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.PolarPattern.cardioid")
public let AVAudioSessionPolarPatternCardioid = AVAudioSession.PolarPattern.cardioid
/// A polar pattern, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.PolarPattern.subcardioid")
public let AVAudioSessionPolarPatternSubcardioid = AVAudioSession.PolarPattern.subcardioid
/// An orientation, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Orientation.top")
public let AVAudioSessionOrientationTop = AVAudioSession.Orientation.top
/// An orientation, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Orientation.bottom")
public let AVAudioSessionOrientationBottom = AVAudioSession.Orientation.bottom
/// An orientation, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Orientation.front")
public let AVAudioSessionOrientationFront = AVAudioSession.Orientation.front
/// An orientation, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Orientation.back")
public let AVAudioSessionOrientationBack = AVAudioSession.Orientation.back
/// An orientation, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Orientation.left")
public let AVAudioSessionOrientationLeft = AVAudioSession.Orientation.left
/// An orientation, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Orientation.right")
public let AVAudioSessionOrientationRight = AVAudioSession.Orientation.right
/// A location, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Location.upper")
public let AVAudioSessionLocationUpper = AVAudioSession.Location.upper
/// A location, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.Location.lower")
public let AVAudioSessionLocationLower = AVAudioSession.Location.lower
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.CategoryOptions")
public typealias AVAudioSessionCategoryOptions = AVAudioSession.CategoryOptions
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.ErrorCode")
public typealias AVAudioSessionErrorCode = AVAudioSession.ErrorCode
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.SetActiveOptions")
public typealias AVAudioSessionSetActiveOptions = AVAudioSession.SetActiveOptions
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.InterruptionType")
public typealias AVAudioSessionInterruptionType = AVAudioSession.InterruptionType
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.InterruptionOptions")
public typealias AVAudioSessionInterruptionOptions = AVAudioSession.InterruptionOptions
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.RouteChangeReason")
public typealias AVAudioSessionRouteChangeReason = AVAudioSession.RouteChangeReason
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.PortOverride")
public typealias AVAudioSessionPortOverride = AVAudioSession.PortOverride
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.SilenceSecondaryAudioHintType")
public typealias AVAudioSessionSilenceSecondaryAudioHintType = AVAudioSession
  .SilenceSecondaryAudioHintType
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.RecordPermission")
public typealias AVAudioSessionRecordPermission = AVAudioSession.RecordPermission
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.IOType")
public typealias AVAudioSessionIOType = AVAudioSession.IOType
/// A type, by its name until Swift 4.2.
@available(*, unavailable, renamed: "AVAudioSession.RouteSharingPolicy")
public typealias AVAudioSessionRouteSharingPolicy = AVAudioSession.RouteSharingPolicy

extension NSNotification.Name {
  /// A notification, by its name until Swift 4.2.
  @available(*, unavailable, renamed: "AVAudioSession.interruptionNotification")
  public static let AVAudioSessionInterruption = AVAudioSession.interruptionNotification
  /// A notification, by its name until Swift 4.2.
  @available(*, unavailable, renamed: "AVAudioSession.routeChangeNotification")
  public static let AVAudioSessionRouteChange = AVAudioSession.routeChangeNotification
  /// A notification, by its name until Swift 4.2.
  @available(*, unavailable, renamed: "AVAudioSession.mediaServicesWereLostNotification")
  public static let AVAudioSessionMediaServicesWereLost = AVAudioSession
    .mediaServicesWereLostNotification
  /// A notification, by its name until Swift 4.2.
  @available(*, unavailable, renamed: "AVAudioSession.mediaServicesWereResetNotification")
  public static let AVAudioSessionMediaServicesWereReset = AVAudioSession
    .mediaServicesWereResetNotification
  /// A notification, by its name until Swift 4.2.
  @available(*, unavailable, renamed: "AVAudioSession.silenceSecondaryAudioHintNotification")
  public static let AVAudioSessionSilenceSecondaryAudioHint = AVAudioSession
    .silenceSecondaryAudioHintNotification
}

extension AVAudioSession {
  /// A method, by its name until Swift 4.2.
  ///
  /// - Parameters:
  ///   - active: True to activate, false to deactivate.
  ///   - options: Options for a deactivation.
  /// - Throws: Nothing, since it can't be called.
  @available(*, unavailable, renamed: "setActive(_:options:)")
  public func setActive(_ active: Bool, with options: SetActiveOptions) throws {}

  /// A method, by its name until Swift 4.2.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - options: The category options.
  /// - Throws: Nothing, since it can't be called.
  @available(*, unavailable, renamed: "setCategory(_:options:)")
  public func setCategory(_ category: Category, with options: CategoryOptions) throws {}
}
