import AVFAudio
import Foundation
import Synchronization
import Testing

/// What has no meaning on Linux is accepted, kept and readable; none of it needs a daemon.
@Suite(.serialized) struct InertTests {
  private let session = AVAudioSession.sharedInstance()

  @Test func `there is one session`() {
    #expect(AVAudioSession.sharedInstance() === AVAudioSession.sharedInstance())
    #expect(AVAudioApplication.shared === AVAudioApplication.shared)
  }

  @Test func `at the start all is as on iOS`() {
    #expect(session.category == .soloAmbient)
    #expect(session.mode == .default)
    #expect(session.categoryOptions == [])
    #expect(session.routeSharingPolicy == .default)
    #expect(
      session.availableCategories == [
        .ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute,
      ]
    )
    #expect(session.outputVolume == 1)
    #expect(session.recordPermission == .granted)
    #expect(AVAudioApplication.shared.recordPermission == .granted)
  }

  @Test func `wishes are kept`() throws {
    try session.setPreferredSampleRate(44_100)
    try session.setPreferredIOBufferDuration(0.005)
    try session.setPreferredInputNumberOfChannels(1)
    try session.setPreferredOutputNumberOfChannels(6)
    try session.setInputGain(0.5)
    try session.setSupportsMultichannelContent(true)
    try session.setPrefersEchoCancelledInput(true)
    try session.setAggregatedIOPreference(.aggregated)
    try session.setPreferredInput(nil)
    try session.setPreferredInputOrientation(.portrait)
    try session.setPreferredMicrophoneInjectionMode(.spokenAudio)
    let numbers = [
      session.preferredSampleRate, session.sampleRate, session.preferredIOBufferDuration,
      session.ioBufferDuration, Double(session.preferredInputNumberOfChannels),
      Double(session.inputNumberOfChannels), Double(session.preferredOutputNumberOfChannels),
      Double(session.outputNumberOfChannels), Double(session.inputGain),
    ]
    #expect(numbers == [44_100, 44_100, 0.005, 0.005, 1, 1, 6, 6, 0.5])
    #expect(session.supportsMultichannelContent && session.prefersEchoCancelledInput)
    #expect(session.preferredInput == nil)
    #expect(session.preferredInputOrientation == .portrait)
    #expect(session.preferredMicrophoneInjectionMode == .spokenAudio)
  }

  @Test func `a wish is what is read, and no wish is the default`() throws {
    for (count, inputs, outputs) in [(2, 2, 2), (1, 1, 1), (0, 1, 2)] {
      try session.setPreferredInputNumberOfChannels(count)
      try session.setPreferredOutputNumberOfChannels(count)
      #expect(session.inputNumberOfChannels == inputs && session.outputNumberOfChannels == outputs)
    }
    for (wish, rate, duration) in [(0.5, 0.5, 0.5), (0, 48_000, 0.02)] {
      try session.setPreferredSampleRate(wish)
      try session.setPreferredIOBufferDuration(wish)
      #expect(session.sampleRate == rate && session.ioBufferDuration == duration)
    }
    for gain in [0, 1] as [Float] {
      try session.setInputGain(gain)
      #expect(session.inputGain == gain)
    }
  }

  @Test func `invalid values, such as a negative sample rate: refused with error -50`() {
    let bad = [
      code { try session.setPreferredSampleRate(-1) },
      code { try session.setPreferredIOBufferDuration(-1) },
      code { try session.setPreferredInputNumberOfChannels(-1) },
      code { try session.setPreferredOutputNumberOfChannels(-1) },
      code { try session.setInputGain(1.5) },
      code { try session.overrideOutputAudioPort(.speaker) },
    ]
    #expect(bad == Array(repeating: "NSOSStatusErrorDomain -50", count: 6))
  }

  private func code(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "granted"
    } catch {
      let error = error as NSError
      return "\(error.domain) \(error.code)"
    }
  }

  @Test func `muted input is noted, told and refused by a handler`() throws {
    let application = AVAudioApplication.shared
    let told = Told()
    let observer = NotificationCenter.default.addObserver(
      forName: AVAudioApplication.inputMuteStateChangeNotification,
      object: application,
      queue: nil
    ) { notification in
      told.append(notification.userInfo?[AVAudioApplication.muteStateKey] as? Bool)
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    try application.setInputMuted(true)
    try application.setInputMuted(true)
    try application.setInputMuteStateChangeHandler { $0 }
    #expect(throws: NSError.self) { try application.setInputMuted(false) }
    #expect(application.isInputMuted)
    try application.setInputMuteStateChangeHandler(nil)
    try application.setInputMuted(false)
    #expect(!application.isInputMuted)
    #expect(told.values == [true, false])
  }
}

/// What an observer was told, from whatever thread.
private final class Told: Sendable {
  private let all = Mutex<[Bool?]>([])

  func append(_ value: Bool?) { all.withLock { $0.append(value) } }

  var values: [Bool?] { all.withLock { $0 } }
}
