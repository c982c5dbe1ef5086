/// Settings for capturing and rendering, which are stored without effect.
extension AVAudioSession {
  /// The orientation of a device for stereo recording.
  ///
  /// Source: Apple, `AVAudioSession.StereoOrientation`.
  public enum StereoOrientation: Int, CaseIterable, Sendable {
    /// Not specified.
    case none = 0
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// On its right side.
    case landscapeRight = 3
    /// On its left side.
    case landscapeLeft = 4
  }

  /// No effect on Linux: the preferred orientation for stereo recording.
  public var preferredInputOrientation: StereoOrientation { hardware.preferredInputOrientation }

  /// No effect on Linux: stores a preferred orientation for stereo recording.
  ///
  /// - Parameter orientation: The orientation.
  /// - Throws: Never.
  public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
    change { $0.preferredInputOrientation = orientation }
  }

  /// Always `none` on Linux; no device is queried.
  public var inputOrientation: StereoOrientation { .none }

  /// The mode in which audio is rendered.
  ///
  /// Source: Apple, `AVAudioSession.RenderingMode`.
  public enum RenderingMode: Int, CaseIterable, Sendable {
    /// Not applicable, or unknown.
    case notApplicable = 0
    /// Mono or stereo.
    case monoStereo = 1
    /// Surround sound.
    case surround = 2
    /// Spatial audio.
    case spatialAudio = 3
    /// Dolby audio.
    case dolbyAudio = 4
    /// Dolby Atmos.
    case dolbyAtmos = 5
  }

  /// Always `notApplicable` on Linux; no device is queried.
  public var renderingMode: RenderingMode { .notApplicable }

  /// Whether a program's audio is added to the microphone's in a call.
  ///
  /// Source: Apple, `AVAudioSession.MicrophoneInjectionMode`.
  public enum MicrophoneInjectionMode: Int, CaseIterable, Sendable {
    /// No audio is added.
    case none = 0
    /// Spoken audio is added.
    case spokenAudio = 1
  }

  /// No effect on Linux: the preferred injection mode.
  public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode {
    hardware.preferredMicrophoneInjectionMode
  }

  /// No effect on Linux: stores a preferred injection mode.
  ///
  /// - Parameter mode: The mode.
  /// - Throws: Never.
  public func setPreferredMicrophoneInjectionMode(_ mode: MicrophoneInjectionMode) throws {
    change { $0.preferredMicrophoneInjectionMode = mode }
  }

  /// Always false on Linux: microphone injection isn't supported.
  public var isMicrophoneInjectionAvailable: Bool { false }
}
