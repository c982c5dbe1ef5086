import AVFoundation

// In the shape of SwiftAudioEx: a controller over a protocol that the session fulfils as it is.

/// As much of the session as the controller needs.
protocol PlaybackSession: AnyObject {
  var category: AVAudioSession.Category { get }
  var mode: AVAudioSession.Mode { get }
  var categoryOptions: AVAudioSession.CategoryOptions { get }
  var availableCategories: [AVAudioSession.Category] { get }
  var isOtherAudioPlaying: Bool { get }

  func setCategory(
    _ category: AVAudioSession.Category,
    mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions
  ) throws
  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: PlaybackSession {}

enum PlaybackInterruption: Equatable {
  case began
  case ended(shouldResume: Bool)
}

protocol PlaybackControllerDelegate: AnyObject {
  func handleInterruption(_ interruption: PlaybackInterruption)
}

final class PlaybackController {
  static let shared = PlaybackController(session: AVAudioSession.sharedInstance())

  private let session: any PlaybackSession
  private var observer: (any NSObjectProtocol)?
  private(set) var isActive = false
  weak var delegate: (any PlaybackControllerDelegate)?

  init(session: any PlaybackSession) {
    self.session = session
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: nil,
      queue: .main
    ) { [weak self] in self?.handle($0) }
  }

  /// Changes the category; mode and options are set as they are read.
  func set(category: AVAudioSession.Category) throws {
    guard session.availableCategories.contains(category) else { return }
    try session.setCategory(category, mode: session.mode, options: session.categoryOptions)
  }

  func activate() throws {
    try session.setActive(true, options: [])
    isActive = true
  }

  func deactivate() throws {
    try session.setActive(false, options: [.notifyOthersOnDeactivation])
    isActive = false
  }

  private func handle(_ notification: Notification) {
    guard let info = notification.userInfo,
      let value = info[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: value)
    else { return }
    switch type {
    case .began:
      isActive = false
      delegate?.handleInterruption(.began)
    case .ended:
      guard let value = info[AVAudioSessionInterruptionOptionKey] as? UInt else { return }
      let options = AVAudioSession.InterruptionOptions(rawValue: value)
      delegate?.handleInterruption(.ended(shouldResume: options.contains(.shouldResume)))
    @unknown default: break
    }
  }
}

final class QueuePlayer: Shape, PlaybackControllerDelegate {
  private enum State { case idle, playing, paused, interrupted }

  private let controller = PlaybackController.shared
  private let secondTry = SecondTry()
  private var state = State.idle
  private var observers: [any NSObjectProtocol] = []

  init() {
    controller.delegate = self
    observe(AVAudioSession.mediaServicesWereLostNotification) { [weak self] in self?.lose() }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [weak self] in self?.reset() }
    observe(AVAudioSession.routeChangeNotification) {
      say("outputs \(AVAudioSession.sharedInstance().currentRoute.outputs.count)")
    }
    #if os(Linux)
    observe(AVAudioSession.Linux.gainDidChangeNotification) {
      say("gain \(AVAudioSession.sharedInstance().linux.gain)")
    }
    #endif
  }

  private func observe(_ name: Notification.Name, _ handler: @escaping () -> Void) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
        handler()
      }
    )
  }

  func configure() throws { try controller.set(category: .playback) }

  func start() throws {
    do {
      try controller.activate()
      secondTry.cancel()
      state = .playing
      say("playing")
    } catch {
      secondTry.wait(after: error) { [weak self] in try? self?.start() }
    }
  }

  func pause() throws {
    state = .paused
    say("paused")
  }

  func stop() throws {
    state = .idle
    secondTry.cancel()
    try controller.deactivate()
    say("stopped")
  }

  func handleInterruption(_ interruption: PlaybackInterruption) {
    switch interruption {
    case .began:
      if state == .playing { state = .interrupted }
      say("interrupted")
    case .ended(let shouldResume):
      if shouldResume, state == .interrupted { try? start() }
    }
  }

  private func lose() {
    if state == .playing { state = .interrupted }
    say("lost")
  }

  private func reset() {
    say("reset \(AVAudioSession.sharedInstance().setting)")
    try? controller.set(category: .playback)
    if state == .interrupted { try? start() }
  }
}
