import AVFoundation

/// In the shape of BookPlayer: it plays in a task, on the main actor, that awaits the activation.
final class ChapterPlayer: Shape {
  private let session = AVAudioSession.sharedInstance()
  private let secondTry = SecondTry()
  private var playTask: Task<Void, Never>?
  private var isPlaying = false
  private var resumesAfterInterruption = false
  private var observers: [any NSObjectProtocol] = []

  init() {
    observe(AVAudioSession.interruptionNotification) { [weak self] in self?.interrupt($0) }
    observe(AVAudioSession.routeChangeNotification) { [weak self] in self?.reroute($0) }
    observe(AVAudioSession.mediaServicesWereLostNotification) { _ in say("lost") }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [weak self] _ in self?.reload() }
  }

  private func observe(_ name: Notification.Name, _ handle: @escaping (Notification) -> Void) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
        handle($0)
      }
    )
  }

  func configure() throws {
    try session.setCategory(.playback, mode: .spokenAudio, policy: .longFormAudio, options: [])
  }

  func start() throws {
    secondTry.cancel()
    playTask?.cancel()
    playTask = Task { @MainActor [weak self, session] in
      do {
        try await session.activate()
        self?.didStart()
      } catch {
        self?.secondTry.wait(after: error) { try? self?.start() }
      }
    }
  }

  private func didStart() {
    isPlaying = true
    resumesAfterInterruption = false
    say("plays")
  }

  func pause() throws {
    isPlaying = false
    resumesAfterInterruption = false
    say("paused")
  }

  func stop() throws {
    isPlaying = false
    resumesAfterInterruption = false
    secondTry.cancel()
    Task { @MainActor [session] in
      do {
        try await session.deactivate(options: .notifyOthers)
        say("left")
      } catch {
        say(why(error))
      }
    }
  }

  private func interrupt(_ notification: Notification) {
    guard let userInfo = notification.userInfo,
      let typeValue = userInfo[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else { return }
    switch type {
    case .began:
      resumesAfterInterruption = isPlaying
      isPlaying = false
      say("interrupted")
    case .ended:
      let bits = userInfo[AVAudioSessionInterruptionOptionKey] as? UInt
      let options = bits.map(AVAudioSession.InterruptionOptions.init(rawValue:)) ?? []
      if options.contains(.shouldResume), resumesAfterInterruption { try? start() }
    @unknown default: break
    }
  }

  private func reroute(_ notification: Notification) {
    let bits = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
    let reason = bits.flatMap(AVAudioSession.RouteChangeReason.init(rawValue:))
    if reason == .oldDeviceUnavailable, isPlaying { try? pause() }
  }

  private func reload() {
    say("reset \(session.setting)")
    let wasPlaying = isPlaying
    isPlaying = false
    if wasPlaying { try? start() }
  }
}
