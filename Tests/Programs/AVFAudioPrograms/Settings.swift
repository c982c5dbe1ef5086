import AVFAudio
import Foundation

/// Sets one thing after another, and tells what came of it.
final class Settings: Program {
  private let session = AVAudioSession.sharedInstance()
  private let observer = NotificationCenter.default.addObserver(
    forName: AVAudioSession.outputMuteStateChangeNotification,
    object: nil,
    queue: nil
  ) { say("muted \($0.userInfo?[AVAudioSession.muteStateKey] as? Bool == true)") }

  private let resetObserver = NotificationCenter.default.addObserver(
    forName: AVAudioSession.mediaServicesWereResetNotification,
    object: nil,
    queue: nil
  ) { _ in say("reset") }
  private let interruptionObserver = NotificationCenter.default.addObserver(
    forName: AVAudioSession.interruptionNotification,
    object: nil,
    queue: nil
  ) { _ in say("interrupted") }

  func obey(_ command: String) throws {
    switch command {
    case "categories": setCategories()
    case "preferences": setPreferences()
    case "activate":
      attempt("activate") { try session.setActive(true, options: .notifyOthersOnDeactivation) }
    case "wish":
      try wish()
      say(wishes)
    case "wishes": say(wishes)
    case "is candidate": say("candidate \(session.isNowPlayingCandidate)")
    case "mute":
      try session.setOutputMuted(true)
      try session.setOutputMuted(true)
      try session.setOutputMuted(false)
    case "describe":
      do {
        try session.setActive(true)
      } catch {
        say(error.localizedDescription)
      }
    default: obey(words: command.split(separator: " ").map(String.init))
    }
  }

  /// `category C O`, `full C M P O`, `mode M`, `speaker`, `preference N`, `modes`, `inactive O`, …:
  /// words and numbers as Apple has them, without what all begin with.
  private func obey(words: [String]) {
    attempt(words.joined(separator: " ")) {
      let category = AVAudioSession.Category(
        rawValue: "AVAudioSessionCategory" + (words.count > 1 ? words[1] : "")
      )
      let number = UInt(words.last ?? "") ?? 0
      switch words[0] {
      case "category":
        try session.setCategory(category, options: .init(rawValue: number))
      case "full":
        try session.setCategory(
          category,
          mode: .init(rawValue: "AVAudioSessionMode" + words[2]),
          policy: .init(rawValue: UInt(words[3]) ?? 0) ?? .default,
          options: .init(rawValue: number)
        )
      case "mode": try session.setMode(.init(rawValue: "AVAudioSessionMode" + words[1]))
      case "speaker": try session.overrideOutputAudioPort(.speaker)
      case "alerts": try session.setPrefersNoInterruptionsFromSystemAlerts(number == 1)
      case "route": try session.setPrefersInterruptionOnRouteDisconnect(number == 1)
      case "sounds": try session.setAllowHapticsAndSystemSoundsDuringRecording(number == 1)
      case "candidate": try session.setIsNowPlayingCandidate(number == 1)
      case "flags":
        try (session as any OldSession).setActive(words[1] == "true", withFlags: Int(number))
      case "active": try session.setActive(true)
      case "inactive": try session.setActive(false, options: .init(rawValue: number))
      case "modes":
        say(session.availableModes.map { "\($0.rawValue.dropFirst(18))" }.joined(separator: " "))
      case "inputs":
        let names = session.availableInputs.map { $0.map(\.portName).joined(separator: ",") }
        say("\(names ?? "none") \(session.isInputAvailable)")
      case "deactivate": deactivate(number)
      default: say("\(words[0])?")
      }
    }
  }

  private func deactivate(_ options: UInt) {
    session.deactivate(options: .init(rawValue: options)) { isInactive, _ in
      say("deactivated \(options) \(isInactive)")
    }
  }

  private func setCategories() {
    say("modes \(session.availableModes.map(\.rawValue).joined(separator: " "))")
    attempt("duck") { try session.setCategory(.playback, options: .duckOthers) }
    attempt("film") { try session.setMode(.moviePlayback) }
    attempt("kept mode") { try session.setCategory(.playback) }
    attempt("dropped mode") { try session.setCategory(.ambient) }
    attempt("chat") { try session.setCategory(.playAndRecord, mode: .voiceChat) }
    attempt("wrong mode") { try session.setMode(.moviePlayback) }
    attempt("implied and named") { try session.setCategory(.playback, options: .allowAirPlay) }
    attempt("long") {
      try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
    }
    attempt("wrong option") { try session.setCategory(.soloAmbient, options: .mixWithOthers) }
    attempt("unknown bit") { try session.setCategory(.playback, options: .init(rawValue: 1 << 30)) }
    attempt("unknown category") { try session.setCategory(.init(rawValue: "nonsense")) }
    attempt("independent") {
      try session.setCategory(.playback, mode: .default, policy: .independent)
    }
  }

  /// Everything otherwise than at the start.
  private func wish() throws {
    try session.setCategory(.playback, options: .allowAirPlay)
    try session.setPreferredSampleRate(44_100)
    try session.setPreferredIOBufferDuration(0.005)
    try session.setPreferredInputNumberOfChannels(2)
    try session.setPreferredOutputNumberOfChannels(6)
    try session.setInputGain(0.5)
    try session.setOutputMuted(true)
    try session.setSupportsMultichannelContent(true)
    try session.setPrefersEchoCancelledInput(true)
    try session.setPreferredInputOrientation(.landscapeLeft)
    try session.setPreferredMicrophoneInjectionMode(.spokenAudio)
  }

  private var wishes: String {
    let parts: [Any] = [
      session.category.rawValue.dropFirst("AVAudioSessionCategory".count),
      session.categoryOptions.rawValue, session.preferredSampleRate, session.sampleRate,
      session.preferredIOBufferDuration, session.ioBufferDuration,
      session.preferredInputNumberOfChannels, session.inputNumberOfChannels,
      session.preferredOutputNumberOfChannels, session.outputNumberOfChannels, session.inputGain,
      session.isOutputMuted, session.supportsMultichannelContent,
      session.prefersEchoCancelledInput, session.preferredInputOrientation,
      session.preferredMicrophoneInjectionMode,
    ]
    return parts.map { "\($0)" }.joined(separator: " ")
  }

  private func setPreferences() {
    say(preferences)
    attempt("set") {
      try session.setPrefersNoInterruptionsFromSystemAlerts(true)
      try session.setPrefersInterruptionOnRouteDisconnect(false)
      try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
    }
    say(preferences)
  }

  private var preferences: String {
    "alerts \(session.prefersNoInterruptionsFromSystemAlerts)"
      + " route \(session.prefersInterruptionOnRouteDisconnect)"
      + " sounds \(session.allowHapticsAndSystemSoundsDuringRecording)"
  }

  private func attempt(_ name: String, _ body: () throws -> Void) {
    do {
      try body()
      say(
        "\(name): \(session.category.rawValue) \(session.mode.rawValue)"
          + " \(session.categoryOptions.rawValue) \(session.routeSharingPolicy)"
      )
    } catch {
      say("\(name): \(describe(error))")
    }
  }
}

/// What is deprecated is called through this, without a warning.
private protocol OldSession {
  func setActive(_ active: Bool, withFlags flags: Int) throws
}

extension AVAudioSession: OldSession {}
