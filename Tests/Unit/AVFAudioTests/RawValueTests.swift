import AVFAudio
import Foundation
import TestSupport
import Testing

/// Numbers and words that programs for iOS carry with them, as the vocabulary of Rules.md has them.
struct RawValueTests {
  @Test func `categories and modes are named as the Objective-C constants`() {
    let categories: [AVAudioSession.Category] = [
      .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
    ]
    let names = ["Ambient", "SoloAmbient", "Playback", "Record", "PlayAndRecord", "MultiRoute"]
    #expect(categories.map(\.rawValue) == names.map { "AVAudioSessionCategory\($0)" })
    let modes: [AVAudioSession.Mode] = [
      .default, .voiceChat, .gameChat, .videoRecording, .measurement, .moviePlayback, .videoChat,
      .spokenAudio, .voicePrompt, .shortFormVideo, .dualRoute,
    ]
    let words = [
      "Default", "VoiceChat", "GameChat", "VideoRecording", "Measurement", "MoviePlayback",
      "VideoChat", "SpokenAudio", "VoicePrompt", "ShortFormVideo", "DualRoute",
    ]
    #expect(modes.map(\.rawValue) == words.map { "AVAudioSessionMode\($0)" })
  }

  @Test func `options have Apple's bits`() {
    let options: [(AVAudioSession.CategoryOptions, UInt)] = [
      (.mixWithOthers, 0x1), (.duckOthers, 0x2), (.allowBluetooth, 0x4), (.allowBluetoothHFP, 0x4),
      (.defaultToSpeaker, 0x8), (.interruptSpokenAudioAndMixWithOthers, 0x11),
      (.allowBluetoothA2DP, 0x20), (.allowAirPlay, 0x40),
      (.overrideMutedMicrophoneInterruption, 0x80), (.farFieldInput, 0x40000),
      (.bluetoothHighQualityRecording, 0x80000),
    ]
    #expect(options.map(\.0.rawValue) == options.map(\.1))
    #expect(AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation.rawValue == 1)
    #expect(AVAudioSessionDeactivationOptions.notifyOthers.rawValue == 1)
    #expect(AVAudioSession.InterruptionOptions.shouldResume.rawValue == 1)
    #expect((OldConstants() as any OldFlags).notifying == 1)
  }

  @Test func `enumerations have Apple's numbers`() {
    let expected = """
      InterruptionType began 1, ended 0
      InterruptionReason default 0, appWasSuspended 1, builtInMicMuted 2, \
      sceneWasBackgrounded 3, routeDisconnected 4, deviceUnauthenticated 5
      RouteSharingPolicy default 0, longFormAudio 1, independent 2, longFormVideo 3
      RouteChangeReason unknown 0, newDeviceAvailable 1, oldDeviceUnavailable 2, \
      categoryChange 3, override 4, wakeFromSleep 6, noSuitableRouteForCategory 7, \
      routeConfigurationChange 8
      SilenceSecondaryAudioHintType begin 1, end 0
      PortOverride none 0, speaker 1936747378
      IOType notSpecified 0, aggregated 1
      RecordPermission undetermined 1970168948, denied 1684369017, granted 1735552628
      recordPermission undetermined 1970168948, denied 1684369017, granted 1735552628
      PromptStyle none 1852796517, short 1936224884, normal 1852992876
      DeactivationSource app 1, system 2
      ResumptionRecommendation shouldNotResume 0, shouldResume 1
      StereoOrientation none 0, portrait 1, portraitUpsideDown 2, landscapeRight 3, landscapeLeft 4
      RenderingMode notApplicable 0, monoStereo 1, surround 2, spatialAudio 3, dolbyAudio 4, \
      dolbyAtmos 5
      MicrophoneInjectionMode none 0, spokenAudio 1
      MicrophoneInjectionPermission serviceDisabled 1936876659, undetermined 1970168948, \
      denied 1684369017, granted 1735552628
      RouteSelection none 0, local 1, external 2
      SoundStageSize automatic 0, small 1, medium 2, large 3
      Category playback 0, playAndRecord 1, playAndRecordVoice 2
      """
    let seen = [
      line(AVAudioSession.InterruptionType.self), line(AVAudioSession.InterruptionReason.self),
      line(AVAudioSession.RouteSharingPolicy.self), line(AVAudioSession.RouteChangeReason.self),
      line(AVAudioSession.SilenceSecondaryAudioHintType.self),
      line(AVAudioSession.PortOverride.self), line(AVAudioSession.IOType.self),
      line(AVAudioSession.RecordPermission.self), line(AVAudioApplication.recordPermission.self),
      line(AVAudioSession.PromptStyle.self), line(AVAudioSession.DeactivationSource.self),
      line(AVAudioSession.ResumptionRecommendation.self),
      line(AVAudioSession.StereoOrientation.self), line(AVAudioSession.RenderingMode.self),
      line(AVAudioSession.MicrophoneInjectionMode.self),
      line(AVAudioApplication.MicrophoneInjectionPermission.self),
      line(AVAudioSession.RouteSelection.self), line(AVAudioSession.SoundStageSize.self),
      line(AVAudioRoutingArbiter.Category.self),
    ]
    #expect(seen.joined(separator: "\n") == expected)
  }

  private func line<Value: CaseIterable & RawRepresentable>(_ type: Value.Type) -> String {
    "\(type) " + Value.allCases.map { "\($0) \($0.rawValue)" }.joined(separator: ", ")
  }

  @Test func `error codes are those of the table in Rules`() throws {
    let rows = try Checkout.text("Sources/Arbitration/Arbitration.docc/Rules.md")
      .split(separator: "**ErrorCode**")[1].split(separator: "\n\n")[1].split(separator: "\n")
      .dropFirst(2)
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .map { "\($0[0]) \($0[2].replacing("−", with: "-"))" }
    #expect(AVAudioSession.ErrorCode.allCases.map { "\($0) \($0.rawValue)" } == rows)
  }

  @Test func `ports have their values, not their names`() {
    let ports: [(AVAudioSession.Port, String)] = [
      (.builtInMic, "MicrophoneBuiltIn"), (.headsetMic, "MicrophoneWired"), (.lineIn, "LineIn"),
      (.builtInSpeaker, "Speaker"), (.builtInReceiver, "Receiver"), (.headphones, "Headphones"),
      (.lineOut, "LineOut"), (.bluetoothA2DP, "BluetoothA2DPOutput"),
      (.bluetoothHFP, "BluetoothHFP"), (.bluetoothLE, "BluetoothLE"), (.HDMI, "HDMIOutput"),
      (.airPlay, "AirPlay"), (.usbAudio, "USBAudio"), (.carAudio, "CarAudio"),
      (.virtual, "Virtual"), (.PCI, "PCI"), (.fireWire, "FireWire"),
      (.displayPort, "DisplayPort"), (.AVB, "AVB"), (.thunderbolt, "Thunderbolt"),
      (.continuityMicrophone, "ContinuityMicrophone"),
    ]
    #expect(ports.map(\.0.rawValue) == ports.map(\.1))
  }

  @Test func `patterns, sides and places of microphones have their values`() {
    typealias Pattern = AVAudioSession.PolarPattern
    let patterns: [Pattern] = [.omnidirectional, .cardioid, .subcardioid, .stereo]
    let names = ["Omnidirectional", "Cardioid", "Subcardioid", "Stereo"]
    #expect(patterns.map(\.rawValue) == names && patterns == names.map(Pattern.init))
    typealias Side = AVAudioSession.Orientation
    let sides: [Side] = [.top, .bottom, .front, .back, .left, .right]
    let words = ["Top", "Bottom", "Front", "Back", "Left", "Right"]
    #expect(sides.map(\.rawValue) == words && sides == words.map(Side.init))
    typealias Place = AVAudioSession.Location
    #expect([Place.upper, .lower] == ["Upper", "Lower"].map(Place.init))
  }

  @Test func `notifications and keys are named as the Objective-C constants`() {
    let names: [(Notification.Name, String)] = [
      (AVAudioSession.interruptionNotification, "Interruption"),
      (AVAudioSession.routeChangeNotification, "RouteChange"),
      (AVAudioSession.mediaServicesWereLostNotification, "MediaServicesWereLost"),
      (AVAudioSession.mediaServicesWereResetNotification, "MediaServicesWereReset"),
      (AVAudioSession.silenceSecondaryAudioHintNotification, "SilenceSecondaryAudioHint"),
      (AVAudioSession.availableInputsChangeNotification, "AvailableInputsChange"),
      (AVAudioSession.didBecomeActiveNotification, "DidBecomeActive"),
      (AVAudioSession.didBecomeInactiveNotification, "DidBecomeInactive"),
      (AVAudioSession.resumptionRecommendationNotification, "ResumptionRecommendation"),
      (AVAudioSession.outputMuteStateChangeNotification, "OutputMuteStateChange"),
      (AVAudioSession.userIntentToUnmuteOutputNotification, "UserIntentToUnmuteOutput"),
      (
        AVAudioSession.spatialPlaybackCapabilitiesChangedNotification,
        "SpatialPlaybackCapabilitiesChanged"
      ),
      (AVAudioSession.renderingModeChangeNotification, "RenderingModeChange"),
      (AVAudioSession.renderingCapabilitiesChangeNotification, "RenderingCapabilitiesChange"),
      (
        AVAudioSession.microphoneInjectionCapabilitiesChangeNotification,
        "MicrophoneInjectionCapabilitiesChange"
      ),
    ]
    #expect(names.map(\.0.rawValue) == names.map { "AVAudioSession\($0.1)Notification" })
    let keys = [
      AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionOptionKey,
      AVAudioSessionInterruptionReasonKey, AVAudioSessionInterruptionWasSuspendedKey,
      AVAudioSessionRouteChangeReasonKey, AVAudioSessionRouteChangePreviousRouteKey,
      AVAudioSessionSilenceSecondaryAudioHintTypeKey, AVAudioSession.muteStateKey,
      AVAudioSessionSpatialAudioEnabledKey, AVAudioSessionRenderingModeNewRenderingModeKey,
      AVAudioSessionMicrophoneInjectionIsAvailableKey,
    ]
    let words = [
      "InterruptionType", "InterruptionOption", "InterruptionReason", "InterruptionWasSuspended",
      "RouteChangeReason", "RouteChangePreviousRoute", "SilenceSecondaryAudioHintType",
      "MuteState", "SpatialAudioEnabled", "RenderingModeNewRenderingMode",
      "MicrophoneInjectionIsAvailable",
    ]
    #expect(keys == words.map { "AVAudioSession\($0)Key" })
  }
}

/// What is deprecated is read through this, without a warning.
private protocol OldFlags {
  var notifying: Int { get }
}

private struct OldConstants: OldFlags {
  @available(*, deprecated) var notifying: Int {
    AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation
  }
}
