import AVFoundation

/// What turns speech into text.
private protocol Transcribing: AnyObject {
  var delegate: (any TranscribingDelegate)? { get set }
  func start(sampleRate: Double)
  func stop()
}

private protocol TranscribingDelegate: AnyObject {
  func transcriber(_ transcriber: any Transcribing, didChange isListening: Bool)
}

private final class Transcriber: Transcribing {
  weak var delegate: (any TranscribingDelegate)?

  func start(sampleRate: Double) { delegate?.transcriber(self, didChange: true) }
  func stop() { delegate?.transcriber(self, didChange: false) }
}

/// In the shape of Home Assistant's Assist: it asks for permission, records with others ducked, and
/// hands what it hears to a transcriber.
final class AssistRecorder: Shape {
  private let session = AVAudioSession.sharedInstance()
  private let transcriber: any Transcribing = Transcriber()
  private let secondTry = SecondTry()
  private var isRecording = false
  private var observers: [any NSObjectProtocol] = []

  init() {
    transcriber.delegate = self
    let center = NotificationCenter.default
    observers = [
      center.addObserver(
        forName: AVAudioSession.interruptionNotification,
        object: session,
        queue: .main
      ) { [weak self] in self?.handleInterruption(notification: $0) },
      center.addObserver(
        forName: AVAudioSession.mediaServicesWereLostNotification,
        object: nil,
        queue: .main
      ) { [weak self] _ in
        self?.isRecording = false
        say("lost")
      },
      center.addObserver(
        forName: AVAudioSession.mediaServicesWereResetNotification,
        object: nil,
        queue: .main
      ) { [session] _ in say("reset \(session.setting)") },
    ]
  }

  func configure() throws {
    try session.setCategory(.record, mode: .measurement, options: .duckOthers)
    try session.setPreferredSampleRate(16_000)
    try session.setPreferredInputNumberOfChannels(1)
  }

  func start() throws {
    AVAudioApplication.requestRecordPermission { [weak self] isGranted in
      guard isGranted else { return say("not permitted") }
      self?.beginRecording()
    }
  }

  private func beginRecording() {
    do {
      try session.setActive(true, options: .notifyOthersOnDeactivation)
      secondTry.cancel()
      isRecording = true
      transcriber.start(sampleRate: session.sampleRate)
    } catch {
      secondTry.wait(after: error) { [weak self] in self?.beginRecording() }
    }
  }

  private func endRecording() {
    guard isRecording else { return }
    isRecording = false
    transcriber.stop()
  }

  /// Who talks to an assistant doesn't pause: it is told to stop listening.
  func pause() throws { endRecording() }

  func stop() throws {
    secondTry.cancel()
    isRecording = false
    try session.setActive(false, options: .notifyOthersOnDeactivation)
    say("done")
  }

  private func handleInterruption(notification: Notification) {
    guard let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: value)
    else { return }
    say("interruption \(type)")
    if type == .began { endRecording() }
  }
}

extension AssistRecorder: TranscribingDelegate {
  fileprivate func transcriber(_ transcriber: any Transcribing, didChange isListening: Bool) {
    say(isListening ? "listens" : "listens no more")
  }
}
