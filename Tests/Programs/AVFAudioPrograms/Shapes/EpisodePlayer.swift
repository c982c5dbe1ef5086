import AVFoundation

/// In the shape of Pocket Casts: forced casts, raw values compared, a handler for the activation.
final class EpisodePlayer: Shape {
  private let session = AVAudioSession.sharedInstance()
  private let secondTry = SecondTry()
  private var isPlaying = false
  private var wasPlayingBeforeInterruption = false
  private var observers: [any NSObjectProtocol] = []

  init() {
    let center = NotificationCenter.default
    observers = [
      center.addObserver(
        forName: AVAudioSession.interruptionNotification,
        object: session,
        queue: .main
      ) { [weak self] in self?.handleInterruption($0) },
      center.addObserver(
        forName: AVAudioSession.routeChangeNotification,
        object: session,
        queue: .main
      ) { [weak self] in self?.handleRouteChange($0) },
      center.addObserver(
        forName: AVAudioSession.mediaServicesWereLostNotification,
        object: session,
        queue: .main
      ) { _ in say("lost") },
      center.addObserver(
        forName: AVAudioSession.mediaServicesWereResetNotification,
        object: session,
        queue: .main
      ) { [weak self] _ in self?.startAnew() },
    ]
  }

  func configure() throws {
    try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio)
  }

  func start() throws {
    secondTry.cancel()
    session.activate(options: []) { [weak self] isActive, error in
      guard let self else { return }
      DispatchQueue.main.async { self.didActivate(isActive, error) }
    }
  }

  private func didActivate(_ isActive: Bool, _ error: (any Error)?) {
    if isActive {
      isPlaying = true
      say("plays")
    } else if let error {
      secondTry.wait(after: error) { [weak self] in try? self?.start() }
    }
  }

  func pause() throws {
    isPlaying = false
    wasPlayingBeforeInterruption = false
    say("paused")
  }

  func stop() throws {
    isPlaying = false
    wasPlayingBeforeInterruption = false
    secondTry.cancel()
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    say("over")
  }

  private func handleInterruption(_ notification: Notification) {
    // The namesake casts so, which is the point here.
    // swift-format-ignore: NeverForceUnwrap
    let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as! NSNumber
    if type.uintValue == AVAudioSession.InterruptionType.began.rawValue {
      wasPlayingBeforeInterruption = isPlaying
      isPlaying = false
      say("held, was playing: \(wasPlayingBeforeInterruption)")
    } else if type.uintValue == AVAudioSession.InterruptionType.ended.rawValue {
      // swift-format-ignore: NeverForceUnwrap
      let option = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as! NSNumber
      let mayResume = option.uintValue == AVAudioSession.InterruptionOptions.shouldResume.rawValue
      if mayResume, wasPlayingBeforeInterruption { try? start() }
    }
  }

  private func handleRouteChange(_ notification: Notification) {
    let value = notification.userInfo?[AVAudioSessionRouteChangeReasonKey]
    guard let reason = value as? NSNumber else { return }
    let isGone = AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue
    if reason.uintValue == isGone, isPlaying { try? pause() }
  }

  private func startAnew() {
    say("reset \(session.setting)")
    guard isPlaying else { return }
    isPlaying = false
    try? start()
  }
}
