/// How sound is captured and rendered: accepted, kept and readable, and without any effect.
extension AVAudioSession {
  /// How a device is held while it records in stereo.
  ///
  /// Source: Apple, `AVAudioSession.StereoOrientation`.
  public enum StereoOrientation: Int, CaseIterable, Sendable {
    /// Not said.
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

  /// Inert on Linux: the orientation that was wished for.
  public var preferredInputOrientation: StereoOrientation { hardware.preferredInputOrientation }

  /// Inert on Linux: keeps the wish for an orientation.
  ///
  /// - Parameter orientation: How the device is held.
  /// - Throws: Nothing.
  public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
    change { $0.preferredInputOrientation = orientation }
  }

  /// Inert on Linux, `none`: no device is asked.
  public var inputOrientation: StereoOrientation { .none }

  /// How sound is rendered.
  ///
  /// Source: Apple, `AVAudioSession.RenderingMode`.
  public enum RenderingMode: Int, CaseIterable, Sendable {
    /// Not known.
    case notApplicable = 0
    /// One channel, or two.
    case monoStereo = 1
    /// Several channels.
    case surround = 2
    /// In space.
    case spatialAudio = 3
    /// Dolby audio.
    case dolbyAudio = 4
    /// Dolby Atmos.
    case dolbyAtmos = 5
  }

  /// Inert on Linux, `notApplicable`: no device is asked.
  public var renderingMode: RenderingMode { .notApplicable }

  /// Whether a program's sound is put into a call beside the microphone's.
  ///
  /// Source: Apple, `AVAudioSession.MicrophoneInjectionMode`.
  public enum MicrophoneInjectionMode: Int, CaseIterable, Sendable {
    /// It isn't.
    case none = 0
    /// Speech is.
    case spokenAudio = 1
  }

  /// Inert on Linux: the mode that was wished for.
  public var preferredMicrophoneInjectionMode: MicrophoneInjectionMode {
    hardware.preferredMicrophoneInjectionMode
  }

  /// Inert on Linux: keeps the wish; nothing is put into calls.
  ///
  /// - Parameter mode: What is wished for.
  /// - Throws: Nothing.
  public func setPreferredMicrophoneInjectionMode(_ mode: MicrophoneInjectionMode) throws {
    change { $0.preferredMicrophoneInjectionMode = mode }
  }

  /// Inert on Linux, false: nothing is put into calls.
  public var isMicrophoneInjectionAvailable: Bool { false }
}
