import AVFoundation

/// In the shape of audiobookshelf: reasons of interruptions, and the route before a change.
final class ShelfPlayer: Shape {
  private let session = AVAudioSession.sharedInstance()
  private let secondTry = SecondTry()
  private var isPlaying = false
  private var shouldResume = false
  private var observers: [any NSObjectProtocol] = []

  init() {
    observe(AVAudioSession.interruptionNotification) { $0.handleInterruption($1) }
    observe(AVAudioSession.routeChangeNotification) { $0.handleRouteChange($1) }
    observe(AVAudioSession.mediaServicesWereLostNotification) { player, _ in player.lose() }
    observe(AVAudioSession.mediaServicesWereResetNotification) { player, _ in player.reset() }
    #if os(Linux)
    observe(AVAudioSession.Linux.gainDidChangeNotification) { player, _ in
      say("gain \(player.session.linux.gain)")
    }
    #endif
  }

  private func observe(
    _ name: Notification.Name,
    _ handle: @escaping (ShelfPlayer, Notification) -> Void
  ) {
    let observer = NotificationCenter.default.addObserver(
      forName: name,
      object: session,
      queue: .main
    ) { [weak self] notification in
      if let self { handle(self, notification) }
    }
    observers.append(observer)
  }

  func configure() throws { try session.setCategory(.playback, mode: .spokenAudio) }

  func start() throws {
    do {
      try session.setActive(true)
      secondTry.cancel()
      isPlaying = true
      shouldResume = false
      say("reads")
    } catch {
      secondTry.wait(after: error) { [weak self] in try? self?.start() }
    }
  }

  func pause() throws {
    isPlaying = false
    shouldResume = false
    say("rests")
  }

  func stop() throws {
    isPlaying = false
    shouldResume = false
    secondTry.cancel()
    try session.setActive(false)
    say("closed")
  }

  private func handleInterruption(_ notification: Notification) {
    guard let info = notification.userInfo,
      let typeValue = info[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else { return }
    if let reasonValue = info[AVAudioSessionInterruptionReasonKey] as? UInt,
      AVAudioSession.InterruptionReason(rawValue: reasonValue) == .appWasSuspended
    {
      return say("was suspended")
    }
    switch type {
    case .began:
      shouldResume = isPlaying
      isPlaying = false
      say("interrupted")
    case .ended:
      guard let optionsValue = info[AVAudioSessionInterruptionOptionKey] as? UInt else { return }
      let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
      if options.contains(.shouldResume), shouldResume { try? start() }
    @unknown default: say("type \(typeValue)")
    }
  }

  private func handleRouteChange(_ notification: Notification) {
    guard let info = notification.userInfo,
      let value = info[AVAudioSessionRouteChangeReasonKey] as? UInt,
      AVAudioSession.RouteChangeReason(rawValue: value) == .oldDeviceUnavailable,
      let previous = info[AVAudioSessionRouteChangePreviousRouteKey]
        as? AVAudioSessionRouteDescription
    else { return }
    let hadHeadphones = previous.outputs.contains { $0.portType == .headphones }
    say(hadHeadphones ? "headphones pulled" : "route changed")
    shouldResume = false
  }

  private func lose() {
    shouldResume = isPlaying
    isPlaying = false
    say("lost")
  }

  private func reset() {
    say("reset \(session.setting)")
    if shouldResume { try? start() }
  }
}
