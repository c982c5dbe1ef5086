import AVFoundation

// In the shape of react-native-track-player: everything comes as words from another language, and
// everything goes there as events.

private enum CategoryWord: String {
  case playback, playAndRecord, multiRoute, ambient, soloAmbient, record

  var category: AVAudioSession.Category {
    switch self {
    case .playback: .playback
    case .playAndRecord: .playAndRecord
    case .multiRoute: .multiRoute
    case .ambient: .ambient
    case .soloAmbient: .soloAmbient
    case .record: .record
    }
  }
}

private enum ModeWord: String {
  case `default`, moviePlayback, spokenAudio, voiceChat, voicePrompt

  var mode: AVAudioSession.Mode {
    switch self {
    case .default: .default
    case .moviePlayback: .moviePlayback
    case .spokenAudio: .spokenAudio
    case .voiceChat: .voiceChat
    case .voicePrompt: .voicePrompt
    }
  }
}

private enum OptionWord: String {
  case mixWithOthers, duckOthers, allowBluetoothA2DP, allowAirPlay, defaultToSpeaker

  var option: AVAudioSession.CategoryOptions {
    switch self {
    case .mixWithOthers: .mixWithOthers
    case .duckOthers: .duckOthers
    case .allowBluetoothA2DP: .allowBluetoothA2DP
    case .allowAirPlay: .allowAirPlay
    case .defaultToSpeaker: .defaultToSpeaker
    }
  }
}

final class TrackPlayer: Shape {
  private let session = AVAudioSession.sharedInstance()
  private let secondTry = SecondTry()
  private var category = AVAudioSession.Category.playback
  private var mode = AVAudioSession.Mode.default
  private var options: AVAudioSession.CategoryOptions = []
  private var wantsToPlay = false
  private var observers: [any NSObjectProtocol] = []

  init() {
    observe(AVAudioSession.interruptionNotification) { [weak self] in self?.handleDuck($0) }
    observe(AVAudioSession.routeChangeNotification) { _ in say("rerouted") }
    observe(AVAudioSession.mediaServicesWereLostNotification) { _ in say("lost") }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [session] _ in
      say("reset \(session.setting)")
    }
    #if os(Linux)
    observe(AVAudioSession.Linux.gainDidChangeNotification) { [session] _ in
      say("volume \(session.linux.gain)")
    }
    #endif
  }

  private func observe(_ name: Notification.Name, _ handler: @escaping (Notification) -> Void) {
    observers.append(
      NotificationCenter.default.addObserver(
        forName: name,
        object: session,
        queue: OperationQueue.main
      ) { handler($0) }
    )
  }

  func configure() throws {
    setUp([
      "iosCategory": "playback", "iosCategoryMode": "spokenAudio",
      "iosCategoryOptions": ["allowAirPlay", "allowBluetoothA2DP", "unheardOf"],
    ])
    try configureSession()
  }

  private func setUp(_ config: [String: Any]) {
    if let word = config["iosCategory"] as? String, let known = CategoryWord(rawValue: word) {
      category = known.category
    }
    if let word = config["iosCategoryMode"] as? String, let known = ModeWord(rawValue: word) {
      mode = known.mode
    }
    let words = config["iosCategoryOptions"] as? [String] ?? []
    options = AVAudioSession.CategoryOptions(words.compactMap { OptionWord(rawValue: $0)?.option })
  }

  private func configureSession() throws {
    try session.setCategory(category, mode: mode, policy: .default, options: options)
  }

  func start() throws {
    wantsToPlay = true
    do {
      try configureSession()
      try session.setActive(true)
      secondTry.cancel()
      say("playing")
    } catch {
      secondTry.wait(after: error) { [weak self] in try? self?.start() }
    }
  }

  func pause() throws {
    wantsToPlay = false
    say("paused")
  }

  func stop() throws {
    wantsToPlay = false
    secondTry.cancel()
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    say("stopped")
  }

  /// The other language decides what to do; here it plays when it may.
  private func handleDuck(_ notification: Notification) {
    guard let info = notification.userInfo,
      let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: value)
    else { return }
    guard type == .ended else { return say("duck: paused") }
    let options = AVAudioSession.InterruptionOptions(
      rawValue: info[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
    )
    say(options.contains(.shouldResume) ? "duck: over" : "duck: for good")
    if options.contains(.shouldResume), wantsToPlay { try? start() }
  }
}
