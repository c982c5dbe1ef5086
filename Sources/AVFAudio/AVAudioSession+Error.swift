import AudioSession
import AudioSessionTypes
import Foundation

/// Errors as Apple's programs expect them.
extension AVAudioSession {
  /// An error of a code, with a sentence for people.
  static func error(_ code: ErrorCode, _ sentence: String) -> NSError {
    NSError(
      domain: NSOSStatusErrorDomain,
      code: code.rawValue,
      userInfo: [NSLocalizedDescriptionKey: sentence]
    )
  }

  /// What Apple's programs are told of the library's error.
  static func error(_ error: AudioSessionError) -> NSError {
    let code: ErrorCode =
      switch error {
      case .refused(let refusal): refusal.arbitrationError.map(ErrorCode.init) ?? .unspecified
      case .unavailable, .mediaServicesFailed, .timedOut: .mediaServicesFailed
      case .closed: .expiredSession
      case .cancelled: .unspecified
      }
    return self.error(code, error.description)
  }
}
