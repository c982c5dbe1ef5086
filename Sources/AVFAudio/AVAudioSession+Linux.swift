public import AudioSession
public import Foundation

/// What Linux adds to Apple's interface.
extension AVAudioSession {
  /// The additions of this library, none of which is Apple's.
  public var linux: Linux { Linux(session: self) }

  /// What Apple's interface has no words for: the gain of a ducked program, its priority, role,
  /// application, zone and lease, what it reports, and who is in its way.
  ///
  /// Nothing here exists on iOS; a program that is also built there surrounds its use with
  /// `#if os(Linux)`.
  public struct Linux: Sendable {
    let session: AVAudioSession

    /// The gain to apply to the output changed; posted on the main thread.
    ///
    /// The user info has the new gain under ``gainKey`` and the time to get there under
    /// ``rampDurationKey``. On iOS the system lowers the sound of a ducked program; here nobody but
    /// the program does, unless the audio agent runs.
    public static let gainDidChangeNotification = Notification.Name(
      "AVAudioSessionLinuxGainDidChangeNotification"
    )
    /// The key for the gain, a number, linear, 0…1.
    public static let gainKey = "AVAudioSessionLinuxGainKey"
    /// The key for the time over which to change the gain, a number, in seconds.
    public static let rampDurationKey = "AVAudioSessionLinuxRampDurationKey"

    /// The gain to apply to the output, linear, 0…1: 1 unless the session is ducked or silenced (R18,
    /// R62), or isn't active.
    public var gain: Double { session.status.gain }

    /// The session underneath, in the native library `AudioSession`.
    ///
    /// It is another one after the session was closed by the daemon, and after ``setApplication(_:)``,
    /// ``setZone(_:)`` and ``setLease(_:)``.
    public var underlyingSession: Session { session.underlying }
  }
}
