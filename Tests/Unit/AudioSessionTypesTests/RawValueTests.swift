import AudioSessionTypes
import Testing

/// Numbers and words that programs written for Apple's systems carry with them.
struct RawValueTests {
  @Test func `options have Apple's bits`() {
    let expected = """
      allowAirPlay 0x40
      allowBluetoothA2DP 0x20
      allowBluetoothHFP 0x4
      bluetoothHighQualityRecording 0x80000
      defaultToSpeaker 0x8
      duckOthers 0x2
      farFieldInput 0x40000
      interruptSpokenAudioAndMixWithOthers 0x11
      mixWithOthers 0x1
      overrideMutedMicrophoneInterruption 0x80
      """
    let seen = CategoryOptions.named.map { name, option in
      "\(name) 0x\(String(option.rawValue, radix: 16))"
    }
    #expect(seen.joined(separator: "\n") == expected)
  }

  @Test func `the bits that make a category mixable`() {
    let all: CategoryOptions = [
      .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers,
    ]
    #expect(CategoryOptions.mixing == all)
    #expect(CategoryOptions.mixing.rawValue == 0x13)
    #expect(CategoryOptions.interruptSpokenBit.rawValue == 0x10)
  }

  @Test func `the older name of an option means the same`() {
    let aliases = CategoryOptions.aliases.map {
      "\($0.name) 0x\(String($0.option.rawValue, radix: 16))"
    }
    #expect(aliases == ["allowBluetooth 0x4"])
  }

  @Test func `errors have Apple's numbers`() {
    let expected = """
      mediaServicesFailed msrv 1836282486
      isBusy !act 560030580
      incompatibleCategory !cat 560161140
      cannotInterruptOthers !int 560557684
      missingEntitlement ent? 1701737535
      siriIsRecording siri 1936290409
      cannotStartPlaying !pla 561015905
      cannotStartRecording !rec 561145187
      badParam – -50
      insufficientPriority !pri 561017449
      resourceNotAvailable !res 561145203
      sessionNotActive inac 1768841571
      expiredSession !ses 561210739
      unspecified what 2003329396
      """
    let seen = ArbitrationError.allCases.map { error in
      "\(error.rawValue) \(error.fourCC ?? "–") \(error.code)"
    }
    #expect(seen.joined(separator: "\n") == expected)
  }

  @Test func `words on the wire`() {
    let expected = """
      category ambient soloAmbient playback record playAndRecord multiRoute
      mode default voiceChat gameChat videoRecording measurement moviePlayback videoChat \
      spokenAudio voicePrompt shortFormVideo dualRoute
      policy default longFormAudio independent longFormVideo
      priority normal assistant alarm ringtone phoneCall
      alertStyle fullScreen banner
      state inactive active interrupted
      reason default appWasSuspended builtInMicMuted routeDisconnected
      recommendation shouldNotResume shouldResume
      route categoryChange newDeviceAvailable noSuitableRouteForCategory oldDeviceUnavailable \
      override routeConfigurationChange unknown wakeFromSleep
      promptStyle none normal short
      preferences allowHapticsAndSystemSoundsDuringRecording isNowPlayingCandidate \
      prefersInterruptionOnRouteDisconnect prefersNoInterruptionsFromSystemAlerts
      """
    let seen: [(String, [String])] = [
      ("category", Category.allCases.map(\.rawValue)),
      ("mode", Mode.allCases.map(\.rawValue)),
      ("policy", RouteSharingPolicy.allCases.map(\.rawValue)),
      ("priority", Priority.allCases.map(\.rawValue)),
      ("alertStyle", AlertStyle.allCases.map(\.rawValue)),
      ("state", SessionState.allCases.map(\.rawValue)),
      ("reason", InterruptionReason.allCases.map(\.rawValue)),
      ("recommendation", ResumptionRecommendation.allCases.map(\.rawValue).sorted()),
      ("route", RouteChangeReason.allCases.map(\.rawValue).sorted()),
      ("promptStyle", PromptStyle.allCases.map(\.rawValue).sorted()),
      ("preferences", Preferences.named.map(\.name).sorted()),
    ]
    let lines = seen.map { "\($0) \($1.joined(separator: " "))" }
    #expect(lines.joined(separator: "\n") == expected)
  }

  @Test func `ranks of the priorities`() {
    #expect(Priority.allCases.map(\.level) == [1, 2, 3, 4, 4])
  }
}
