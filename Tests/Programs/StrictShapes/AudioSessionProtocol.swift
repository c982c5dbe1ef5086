package import AVFoundation
import Synchronization

/// As much of the session as the recorder needs.
package protocol AudioSessionProtocol: AnyObject, Sendable {
  func requestRecordPermission(_ response: @escaping (Bool) -> Void)
  func setAllowHapticsAndSystemSoundsDuringRecording(_ areAllowed: Bool) throws
  func setCategory(
    _ category: AVAudioSession.Category,
    mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions
  ) throws
  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws
}

extension AVAudioSession: AudioSessionProtocol {}

/// A session that does nothing but count, for tests.
final class AudioSessionMock: AudioSessionProtocol {
  private let calls = Mutex<[String: Int]>([:])

  var callsByName: [String: Int] { calls.withLock { $0 } }

  private func count(_ name: String) { calls.withLock { $0[name, default: 0] += 1 } }

  func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
    count("permission")
    response(false)
  }

  func setAllowHapticsAndSystemSoundsDuringRecording(_ areAllowed: Bool) throws { count("haptics") }

  func setCategory(
    _ category: AVAudioSession.Category,
    mode: AVAudioSession.Mode,
    options: AVAudioSession.CategoryOptions
  ) throws { count("category") }

  func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions) throws {
    count("active")
  }
}
