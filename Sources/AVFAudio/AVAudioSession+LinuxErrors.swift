public import AudioSession
import Foundation

/// Why a call failed, in the words of the native library.
extension AVAudioSession.Linux {
  /// Returns the error of the native library behind an error that a method of the session threw.
  ///
  /// It tells apart what Apple's codes don't: whether no daemon is there, the program may not connect
  /// to it, or it doesn't answer. It is also in the user info of the error, under
  /// `NSUnderlyingErrorKey`.
  ///
  /// - Parameter error: The error.
  /// - Returns: The error behind it; nil if the session didn't throw it.
  public static func cause(of error: any Error) -> AudioSessionError? {
    (error as NSError).userInfo[NSUnderlyingErrorKey] as? AudioSessionError
  }

  /// Returns the session that stood in the way of a refused request.
  ///
  /// - Parameter error: The error that was thrown.
  /// - Returns: The other session, as far as this program may know it; nil if none was in the way.
  public static func blocker(of error: any Error) -> Blocker? {
    guard case .refused(let refusal)? = cause(of: error) else { return nil }
    return refusal.by
  }
}
