import AVFoundation

/// Records voice messages over a session that may be a mock, in Swift 6 mode.
@MainActor package final class VoiceRecorder {
  private let session: any AudioSessionProtocol
  private let report: (String) -> Void
  private let describe: (any Error) -> String
  private let setting: () -> String
  private var isRecording = false
  private var isWaiting = false
  private var tasks: [Task<Void, Never>] = []

  package init(
    session: any AudioSessionProtocol,
    report: @escaping (String) -> Void,
    describe: @escaping (any Error) -> String,
    setting: @escaping () -> String
  ) {
    self.session = session
    self.report = report
    self.describe = describe
    self.setting = setting
    follow(AVAudioSession.interruptionNotification) { $0.interrupt($1) }
    follow(AVAudioSession.resumptionRecommendationNotification) { $0.takeUp($1) }
    follow(AVAudioSession.mediaServicesWereLostNotification) { recorder, _ in
      recorder.finish("cut")
    }
    follow(AVAudioSession.mediaServicesWereResetNotification) { recorder, _ in
      recorder.report("reset \(recorder.setting())")
    }
  }

  private func follow(
    _ name: Notification.Name,
    _ handle: @escaping @MainActor (VoiceRecorder, Notification) -> Void
  ) {
    let notifications = NotificationCenter.default.notifications(named: name)
    tasks.append(
      Task { [weak self] in
        for await notification in notifications {
          guard let self else { return }
          handle(self, notification)
        }
      }
    )
  }

  /// What a recorder asks of a mock that doesn't permit anything.
  package static func rehearsal() -> String {
    let mock = AudioSessionMock()
    var said: [String] = []
    let recorder = VoiceRecorder(
      session: mock,
      report: { said.append($0) },
      describe: { "\($0)" },
      setting: { "nothing" }
    )
    recorder.record()
    let calls = mock.callsByName.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "mock: \((calls + said).joined(separator: ", "))"
  }

  package func configure() throws {
    try session.setAllowHapticsAndSystemSoundsDuringRecording(true)
    try session.setCategory(.playAndRecord, mode: .default, options: .allowBluetooth)
  }

  package func record() {
    var isPermitted = false
    session.requestRecordPermission { isPermitted = $0 }
    guard isPermitted else { return report("not permitted") }
    do {
      try session.setActive(true, options: [])
      isWaiting = false
      isRecording = true
      report("records")
    } catch {
      let code = AVAudioSession.ErrorCode(rawValue: (error as NSError).code)
      isWaiting = code == .insufficientPriority
      report(describe(error))
    }
  }

  package func pause() { finish("kept") }

  package func stop() throws {
    (isRecording, isWaiting) = (false, false)
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    report("sent")
  }

  /// A message that was cut off isn't taken up again by itself.
  private func interrupt(_ notification: Notification) {
    let number = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
    if number == AVAudioSession.InterruptionType.began.rawValue { finish("cut") }
  }

  private func takeUp(_ notification: Notification) {
    let value = notification.userInfo?[AVAudioSession.resumptionContextKey]
    let context = value as? AVAudioSession.ResumptionContext
    if isWaiting, context?.recommendation == .shouldResume { record() }
  }

  private func finish(_ word: String) {
    guard isRecording else { return }
    isRecording = false
    report(word)
  }
}
