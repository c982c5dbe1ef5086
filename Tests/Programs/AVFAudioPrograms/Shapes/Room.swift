import AVFoundation

/// How a room wants the session; its values go from thread to thread.
final class RoomPreset: Sendable {
  static let listening = RoomPreset(.playback, .spokenAudio, [.mixWithOthers])
  static let talking = RoomPreset(
    .playAndRecord,
    .voiceChat,
    [.mixWithOthers, .allowBluetooth, .allowBluetoothA2DP, .allowAirPlay]
  )

  let category: AVAudioSession.Category
  let mode: AVAudioSession.Mode
  let options: AVAudioSession.CategoryOptions

  init(
    _ category: AVAudioSession.Category,
    _ mode: AVAudioSession.Mode,
    _ options: AVAudioSession.CategoryOptions
  ) {
    self.category = category
    self.mode = mode
    self.options = options
  }

  /// The same with more options.
  func adding(_ more: AVAudioSession.CategoryOptions) -> RoomPreset {
    RoomPreset(category, mode, options.union(more))
  }
}

/// In the shape of LiveKit: presets, options in union, muting instead of stopping.
final class Room: Shape {
  private struct State: Equatable {
    var isPublishing = false
    var isInterrupted = false
  }

  private let session = AVAudioSession.sharedInstance()
  private let secondTry = SecondTry()
  private var state = State() {
    didSet { if state != oldValue, state.isInterrupted { say("silent") } }
  }
  private var observers: [any NSObjectProtocol] = []

  init() {
    observe(AVAudioSession.interruptionNotification) { [weak self] in self?.interrupt($0) }
    observe(AVAudioSession.routeChangeNotification) { _ in say("rerouted") }
    observe(AVAudioSession.mediaServicesWereLostNotification) { _ in say("lost") }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [session] _ in
      say("reset \(session.setting)")
    }
    observe(AVAudioApplication.inputMuteStateChangeNotification) { notification in
      say("muted \(notification.userInfo?[AVAudioApplication.muteStateKey] as? Bool ?? false)")
    }
    #if os(Linux)
    observe(AVAudioSession.Linux.gainDidChangeNotification) { notification in
      say("gain \(notification.userInfo?[AVAudioSession.Linux.gainKey] as? Double ?? -1)")
    }
    #endif
  }

  private func observe(
    _ name: Notification.Name,
    _ handle: @escaping @Sendable (Notification) -> Void
  ) {
    observers.append(
      NotificationCenter.default.addObserver(
        forName: name,
        object: nil,
        queue: nil,
        using: handle
      )
    )
  }

  func configure() throws { try apply(.listening) }

  private func apply(_ preset: RoomPreset) throws {
    try session.setCategory(preset.category, mode: preset.mode, options: preset.options)
  }

  func start() throws {
    do {
      try apply(.talking.adding(.defaultToSpeaker))
      try session.setActive(true)
      secondTry.cancel()
      state = State(isPublishing: true)
      say("sends")
    } catch {
      secondTry.wait(after: error) { [weak self] in try? self?.start() }
    }
  }

  func pause() throws {
    state.isPublishing = false
    // Before the muting, of which another thread speaks.
    say("listens")
    try AVAudioApplication.shared.setInputMuted(true)
  }

  func stop() throws {
    state.isPublishing = false
    secondTry.cancel()
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    say("left")
  }

  private func interrupt(_ notification: Notification) {
    let info = notification.userInfo
    let value = info?[AVAudioSessionInterruptionTypeKey] as? UInt
    switch value.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
    case .began?: state.isInterrupted = true
    case .ended?:
      state.isInterrupted = false
      if state.isPublishing { try? start() }
    default: break
    }
  }
}
