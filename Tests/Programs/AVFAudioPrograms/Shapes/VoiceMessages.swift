import AVFoundation
import StrictShapes

/// In the shape of Element X, whose code is in Swift 6 mode and therefore in a target of its own.
final class VoiceMessages: Shape {
  private let recorder = MainActor.assumeIsolated {
    let session = AVAudioSession.sharedInstance()
    return VoiceRecorder(session: session, report: say, describe: why) { session.setting }
  }
  private let secondTry = SecondTry()

  func configure() throws {
    try MainActor.assumeIsolated {
      say(VoiceRecorder.rehearsal())
      try recorder.configure()
    }
  }

  func start() throws {
    MainActor.assumeIsolated { recorder.record() }
  }

  func pause() throws {
    MainActor.assumeIsolated { recorder.pause() }
  }

  func stop() throws {
    try MainActor.assumeIsolated { try recorder.stop() }
  }
}
