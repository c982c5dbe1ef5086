import AVFoundation

/// In the shape of Linphone: a call whose screen shows where the sound goes, by the words in ports.
final class Telephone: Shape {
  private enum CallState { case none, running, interrupted, held }

  private let session = AVAudioSession.sharedInstance()
  private let secondTry = SecondTry()
  private var state = CallState.none
  private var wantsSpeaker = false
  private var observers: [any NSObjectProtocol] = []

  init() {
    let handlers: [(Notification.Name, (Telephone, Notification) -> Void)] = [
      (AVAudioSession.interruptionNotification, { $0.handleInterruption($1) }),
      (AVAudioSession.routeChangeNotification, { call, _ in call.showRoute() }),
      (AVAudioSession.mediaServicesWereLostNotification, { call, _ in call.hold("lost") }),
      (AVAudioSession.mediaServicesWereResetNotification, { call, _ in call.reset() }),
    ]
    observers = handlers.map { name, handle in
      NotificationCenter.default.addObserver(forName: name, object: session, queue: .main) {
        [weak self] in
        if let self { handle(self, $0) }
      }
    }
  }

  func configure() throws {
    try session.setCategory(
      .playAndRecord,
      mode: .voiceChat,
      options: [.allowBluetooth, .allowBluetoothA2DP]
    )
  }

  func start() throws {
    state = .none
    do {
      try session.setActive(true)
      secondTry.cancel()
      state = .running
      try session.overrideOutputAudioPort(isBluetooth || !wantsSpeaker ? .none : .speaker)
      say("talks")
    } catch {
      secondTry.wait(after: error) { [weak self] in try? self?.start() }
    }
  }

  /// Pausing a call puts it on hold, and the loudspeaker on.
  func pause() throws {
    state = .held
    wantsSpeaker.toggle()
    say("on hold")
  }

  func stop() throws {
    state = .none
    secondTry.cancel()
    try session.overrideOutputAudioPort(.none)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    say("hung up")
  }

  private var isBluetooth: Bool {
    session.currentRoute.outputs.contains { $0.portType.rawValue.contains("Bluetooth") }
  }

  private func showRoute() {
    let isSpeaker = session.currentRoute.outputs.contains { $0.portType == .builtInSpeaker }
    say("shows \(isBluetooth ? "Bluetooth" : isSpeaker ? "speaker" : "earpiece")")
  }

  private func handleInterruption(_ notification: Notification) {
    let info = notification.userInfo
    guard let number = info?[AVAudioSessionInterruptionTypeKey] as? NSNumber else { return }
    switch number.uintValue {
    case AVAudioSession.InterruptionType.began.rawValue: hold("another call")
    case AVAudioSession.InterruptionType.ended.rawValue where state == .interrupted: try? start()
    default: break
    }
  }

  /// A call that is held by its user stays so.
  private func hold(_ why: String) {
    if state == .running { state = .interrupted }
    say(why)
  }

  private func reset() {
    say("reset \(session.setting)")
    if state == .interrupted { try? start() }
  }
}
