import AVFoundation

/// Where the sound goes at a moment.
private struct RouteSnapshot: Sendable, Equatable, CustomStringConvertible {
  let inputs: [String]
  let outputs: [String]
  let isSpeaker: Bool

  init(_ route: AVAudioSessionRouteDescription) {
    inputs = route.inputs.map(\.portName)
    outputs = route.outputs.map(\.portName)
    isSpeaker = route.outputs.contains { $0.portType == .builtInSpeaker }
  }

  var description: String { "\(inputs.count) in, \(outputs.count) out, speaker \(isSpeaker)" }
}

/// How the session is set at a moment.
private struct SessionSnapshot: Sendable, Hashable {
  let category: AVAudioSession.Category
  let mode: AVAudioSession.Mode
  let options: AVAudioSession.CategoryOptions
}

extension SessionSnapshot {
  init(_ session: AVAudioSession) {
    self.init(category: session.category, mode: session.mode, options: session.categoryOptions)
  }
}

// Unchecked, as is said of the class above it: it stores nothing more.
private final class MockPort: AVAudioSessionPortDescription, @unchecked Sendable {
  override var portType: AVAudioSession.Port { .builtInSpeaker }
  override var portName: String { "mock" }
}

// Unchecked, as is said of the class above it: it stores nothing more.
private final class MockRoute: AVAudioSessionRouteDescription, @unchecked Sendable {
  override var outputs: [AVAudioSessionPortDescription] { [MockPort()] }
}

/// In the shape of Stream Video: a store that is compared with snapshots of route and session.
final class VideoCall: Shape {
  private static let accepted: [AVAudioSession.Mode: AVAudioSession.CategoryOptions] = [
    .voiceChat: [.allowBluetoothHFP, .allowBluetoothA2DP],
    .videoChat: [.allowBluetoothHFP, .allowBluetoothA2DP, .defaultToSpeaker],
  ]

  private let session = AVAudioSession.sharedInstance()
  private let secondTry = SecondTry()
  private var wished: SessionSnapshot?
  private var hasJoined = false
  private var isInterrupted = false
  private var tasks: [Task<Void, Never>] = []

  init() {
    follow(AVAudioSession.interruptionNotification) { $0.interrupt($1) }
    follow(AVAudioSession.routeChangeNotification) { call, _ in
      say("\(RouteSnapshot(call.session.currentRoute))")
    }
    follow(AVAudioSession.mediaServicesWereLostNotification) { _, _ in say("lost") }
    follow(AVAudioSession.mediaServicesWereResetNotification) { call, _ in call.reset() }
  }

  /// Publishers of Combine, as the article replaces them.
  private func follow(
    _ name: Notification.Name,
    _ handle: @escaping @Sendable @MainActor (VideoCall, Notification) -> Void
  ) {
    let notifications = NotificationCenter.default.notifications(named: name, object: session)
    tasks.append(
      Task { @MainActor [weak self] in
        for await notification in notifications {
          guard let self else { return }
          handle(self, notification)
        }
      }
    )
  }

  func configure() throws {
    say("mock: \(RouteSnapshot(MockRoute()))")
    let mode = AVAudioSession.Mode.videoChat
    let wished = SessionSnapshot(
      category: .playAndRecord,
      mode: mode,
      options: VideoCall.accepted[mode] ?? []
    )
    self.wished = wished
    try apply(wished)
  }

  private func apply(_ wished: SessionSnapshot) throws {
    guard wished != SessionSnapshot(session) else { return }
    try session.setCategory(wished.category, mode: wished.mode, options: wished.options)
  }

  func start() throws {
    do {
      try session.setActive(true)
      secondTry.cancel()
      hasJoined = true
      isInterrupted = false
      say(SessionSnapshot(session) == wished ? "joins" : "joins otherwise")
    } catch {
      secondTry.wait(after: error) { [weak self] in try? self?.start() }
    }
  }

  func pause() throws {
    hasJoined = false
    say("sends nothing")
  }

  func stop() throws {
    hasJoined = false
    secondTry.cancel()
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    say("left")
  }

  private func interrupt(_ notification: Notification) {
    guard let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: value)
    else { return }
    switch type {
    case .began:
      isInterrupted = true
      say("interrupted")
    case .ended: if hasJoined, isInterrupted { try? start() }
    @unknown default: break
    }
  }

  private func reset() {
    say("reset \(session.setting)")
    do {
      if let wished { try apply(wished) }
      if hasJoined { try start() }
    } catch {
      say(why(error))
    }
  }
}
