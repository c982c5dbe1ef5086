import AVFAudio
import Foundation
import Testing

// A protocol in the shape of Element X's, which the session fulfils as it is, in Swift 6 mode: the
// proof is that this compiles.

private protocol RecordingSession: AnyObject, Sendable {
  func requestRecordPermission(_ response: @escaping (Bool) -> Void)
  func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws
  func setCategory(
    _ category: AVAudioSession.Category,
    mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions
  ) throws
  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: RecordingSession {}

/// The same of the class that has taken its place, with the type as the receiver.
private protocol RecordingApplication: AnyObject, Sendable {
  static func requestRecordPermission(completionHandler response: @escaping (Bool) -> Void)
}

extension AVAudioApplication: RecordingApplication {}

/// Permission, as it is asked for through a program's own protocols.
struct ConformanceTests {
  @Test func `permission is answered before the call returns, to a closure of any kind`() async {
    let session: any RecordingSession = AVAudioSession.sharedInstance()
    // A plain closure may change what is around it; a Sendable one couldn't.
    var answers: [Bool] = []
    session.requestRecordPermission { answers.append($0) }
    AVAudioSession.sharedInstance().requestRecordPermission { answers.append($0) }
    AVAudioApplication.requestRecordPermission { answers.append($0) }
    Self.ask(AVAudioApplication.self) { answers.append($0) }
    #expect(answers == [true, true, true, true])
    #expect(await AVAudioApplication.requestRecordPermission())
  }

  private static func ask(
    _ application: any RecordingApplication.Type,
    _ response: @escaping (Bool) -> Void
  ) {
    application.requestRecordPermission(completionHandler: response)
  }
}
