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

    /// What the audio agent reports of the hardware changed: the output volume, the sample rate, the
    /// duration of a buffer, a latency or a number of channels; posted on the main thread.
    ///
    /// There is no key-value observing on Linux: this is how to follow
    /// ``AVAudioSession/outputVolume``, whose new value is in the user info under
    /// ``outputVolumeKey`` if it is known. It is posted once the program has used the session, such as
    /// by reading the volume; of steps of the volume that follow each other closely, some are left
    /// out, but not the last.
    public static let hardwareDidChangeNotification = Notification.Name(
      "AVAudioSessionLinuxHardwareDidChangeNotification"
    )
    /// The key for the output volume, a number, 0…1; absent if it isn't known.
    public static let outputVolumeKey = "AVAudioSessionLinuxOutputVolumeKey"

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
