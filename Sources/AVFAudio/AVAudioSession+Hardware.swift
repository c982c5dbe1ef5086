public import Foundation

/// What has no meaning on Linux: accepted, kept, readable, and without any effect.
///
/// The daemon decides who may be heard; how sound reaches a device is the sound server's matter.
extension AVAudioSession {
  /// Inert on Linux: the sample rate that was wished for, in hertz; 0 is none.
  public var preferredSampleRate: Double { hardware.preferredSampleRate }

  /// Inert on Linux: keeps the wish for a sample rate.
  ///
  /// - Parameter sampleRate: In hertz.
  /// - Throws: ``ErrorCode/badParam`` for a rate below 0.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try keep(\.preferredSampleRate, sampleRate, 0...)
  }

  /// Inert on Linux: the wish, or 48,000 hertz if there is none; not what a device does.
  public var sampleRate: Double {
    let wish = preferredSampleRate
    return wish > 0 ? wish : 48_000
  }

  /// Inert on Linux: the duration of a buffer that was wished for, in seconds; 0 is none.
  public var preferredIOBufferDuration: TimeInterval { hardware.preferredIOBufferDuration }

  /// Inert on Linux: keeps the wish for the duration of a buffer.
  ///
  /// - Parameter duration: In seconds.
  /// - Throws: ``ErrorCode/badParam`` for a duration below 0.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    try keep(\.preferredIOBufferDuration, duration, 0...)
  }

  /// Inert on Linux: the wish, or 0.02 seconds if there is none; not what a device does.
  public var ioBufferDuration: TimeInterval {
    let wish = preferredIOBufferDuration
    return wish > 0 ? wish : 0.02
  }

  /// Inert on Linux: how many channels of input were wished for; 0 is no wish.
  public var preferredInputNumberOfChannels: Int { hardware.preferredInputNumberOfChannels }

  /// Inert on Linux: keeps the wish for a number of channels.
  ///
  /// - Parameter count: How many.
  /// - Throws: ``ErrorCode/badParam`` for fewer than 0.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    try keep(\.preferredInputNumberOfChannels, count, 0...)
  }

  /// Inert on Linux: how many channels of output were wished for; 0 is no wish.
  public var preferredOutputNumberOfChannels: Int { hardware.preferredOutputNumberOfChannels }

  /// Inert on Linux: keeps the wish for a number of channels.
  ///
  /// - Parameter count: How many.
  /// - Throws: ``ErrorCode/badParam`` for fewer than 0.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
    try keep(\.preferredOutputNumberOfChannels, count, 0...)
  }

  /// Inert on Linux: the wish, or 1.
  public var inputNumberOfChannels: Int { max(1, preferredInputNumberOfChannels) }
  /// Inert on Linux: the wish, or 2.
  public var outputNumberOfChannels: Int {
    let wish = preferredOutputNumberOfChannels
    return wish > 0 ? wish : 2
  }
  /// Inert on Linux: 2, since no device is asked.
  public var maximumInputNumberOfChannels: Int { 2 }
  /// Inert on Linux: 2, since no device is asked.
  public var maximumOutputNumberOfChannels: Int { 2 }

  /// Inert on Linux, 0 seconds: no device is asked.
  public var inputLatency: TimeInterval { 0 }
  /// Inert on Linux, 0 seconds: no device is asked.
  public var outputLatency: TimeInterval { 0 }

  /// Inert on Linux: the gain of the input that was set last, 0…1.
  public var inputGain: Float { hardware.inputGain }
  /// Inert on Linux, false: setting the gain changes nothing that is heard.
  public var isInputGainSettable: Bool { false }

  /// Inert on Linux: keeps the gain.
  ///
  /// - Parameter gain: 0…1.
  /// - Throws: ``ErrorCode/badParam`` for what lies outside.
  public func setInputGain(_ gain: Float) throws { try keep(\.inputGain, gain, 0...1) }

  /// Inert on Linux, 1: the daemon has no volume, and the listener's is the sound server's.
  ///
  /// It never changes, so that what would observe it has nothing to observe.
  public var outputVolume: Float { 1 }

  /// Inert on Linux: whether the program said that its output is muted.
  public var isOutputMuted: Bool { hardware.outputMuted }

  /// Inert on Linux: keeps what the program says, which must fall silent by itself.
  ///
  /// A change is posted as ``outputMuteStateChangeNotification``.
  ///
  /// - Parameter isMuted: Whether the output is to count as muted.
  /// - Throws: Nothing.
  public func setOutputMuted(_ isMuted: Bool) throws {
    guard isMuted != isOutputMuted else { return }
    change { $0.outputMuted = isMuted }
    post(
      Posting(
        name: AVAudioSession.outputMuteStateChangeNotification,
        values: [AVAudioSession.muteStateKey: .flag(isMuted)]
      )
    )
  }

  /// Inert on Linux: whether the program can play more than two channels, as it said.
  public var supportsMultichannelContent: Bool { hardware.supportsMultichannelContent }

  /// Inert on Linux: keeps what the program says of itself.
  ///
  /// - Parameter isSupported: Whether it can play more than two channels.
  /// - Throws: Nothing.
  public func setSupportsMultichannelContent(_ isSupported: Bool) throws {
    change { $0.supportsMultichannelContent = isSupported }
  }

  /// Inert on Linux: keeps whether input and output should be one device.
  ///
  /// - Parameter type: What is wished for.
  /// - Throws: Nothing.
  public func setAggregatedIOPreference(_ type: IOType) throws {
    change { $0.aggregatedIO = type }
  }

  /// Inert on Linux: whether the program wishes its input without the echo of its output.
  public var prefersEchoCancelledInput: Bool { hardware.prefersEchoCancelledInput }

  /// Inert on Linux: keeps the wish.
  ///
  /// - Parameter isPreferred: Whether the echo should be taken out.
  /// - Throws: Nothing.
  public func setPrefersEchoCancelledInput(_ isPreferred: Bool) throws {
    change { $0.prefersEchoCancelledInput = isPreferred }
  }

  /// Inert on Linux, false: no device is asked.
  public var isEchoCancelledInputAvailable: Bool { false }
  /// Inert on Linux, false: no device is asked.
  public var isEchoCancelledInputEnabled: Bool { false }

  /// Whether input and output should be one device.
  ///
  /// Source: Apple, `AVAudioSession.IOType`.
  public enum IOType: UInt, CaseIterable, Sendable {
    /// The program doesn't say.
    case notSpecified = 0
    /// One device.
    case aggregated = 1
  }
}

/// What is kept though it has no effect.
struct InertHardware: Sendable {
  var preferredSampleRate = 0.0
  var preferredIOBufferDuration = 0.0
  var preferredInputNumberOfChannels = 0
  var preferredOutputNumberOfChannels = 0
  var inputGain: Float = 1
  var outputMuted = false
  var preferredInputOrientation = AVAudioSession.StereoOrientation.none
  var preferredMicrophoneInjectionMode = AVAudioSession.MicrophoneInjectionMode.none
  var supportsMultichannelContent = false
  var aggregatedIO = AVAudioSession.IOType.notSpecified
  var prefersEchoCancelledInput = false
  var preferredInput: AVAudioSessionPortDescription?
  var override = AVAudioSession.PortOverride.none
}

extension AVAudioSession {
  private func keep<Value, Range: RangeExpression<Value>>(
    _ property: any WritableKeyPath<InertHardware, Value> & Sendable,
    _ value: Value,
    _ range: Range
  ) throws {
    guard range.contains(value) else {
      throw AVAudioSession.error(.badParam, "\(value): expected a number in \(range)")
    }
    change { $0[keyPath: property] = value }
  }
}
