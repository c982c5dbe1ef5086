import AudioSession
import AudioSessionTypes
import Foundation

/// Errors in the form that programs for Apple's API expect.
extension AVAudioSession {
  /// An error with a code and a description in English.
  static func error(
    _ code: ErrorCode,
    _ sentence: String,
    because cause: AudioSessionError? = nil
  ) -> NSError {
    var information: [String: Any] = [NSLocalizedDescriptionKey: sentence]
    if let cause { information[NSUnderlyingErrorKey] = cause }
    return NSError(domain: NSOSStatusErrorDomain, code: code.rawValue, userInfo: information)
  }

  /// Translates an error of the library.
  static func error(_ error: AudioSessionError) -> NSError {
    let code: ErrorCode =
      switch error {
      case .refused(let refusal): refusal.arbitrationError.map(ErrorCode.init) ?? .unspecified
      case .unavailable, .accessDenied, .incompatible, .mediaServicesFailed, .timedOut:
        .mediaServicesFailed
      case .closed: .expiredSession
      case .cancelled, .waitedInVain, .shouldNotResume: .unspecified
      }
    return self.error(code, error.description, because: error)
  }
}
