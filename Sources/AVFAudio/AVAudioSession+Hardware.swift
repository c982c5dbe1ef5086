import AudioSession
public import Foundation

/// Hardware: what the audio agent reports of it, and settings, which have no effect on Linux.
///
/// The daemon arbitrates sessions; devices and their formats are controlled by the sound server. What
/// was set is stored, and can be read back.
extension AVAudioSession {
  /// No effect on Linux: the preferred sample rate, in hertz; 0 if none was set.
  public var preferredSampleRate: Double { hardware.preferredSampleRate }

  /// No effect on Linux: stores a preferred sample rate.
  ///
  /// - Parameter sampleRate: The rate in hertz, 0 or more.
  /// - Throws: ``ErrorCode/badParam`` for a rate below 0.
  public func setPreferredSampleRate(_ sampleRate: Double) throws {
    try keep(\.preferredSampleRate, sampleRate, 0...)
  }

  /// The sample rate of the sound server, as the audio agent reports it, in hertz; **each access is a
  /// request** of 1 second at most.
  ///
  /// Without an agent the preferred sample rate, or 48,000 hertz, whatever the sound server does. A
  /// stream may have another rate: a recorder takes it from the format of the stream that was opened.
  public var sampleRate: Double {
    if let rate = reportedHardware.sampleRate { return Double(rate) }
    let wish = preferredSampleRate
    return wish > 0 ? wish : 48_000
  }

  /// No effect on Linux: the preferred duration of a buffer, in seconds; 0 if none was set.
  public var preferredIOBufferDuration: TimeInterval { hardware.preferredIOBufferDuration }

  /// No effect on Linux: stores a preferred duration of a buffer.
  ///
  /// - Parameter duration: The duration in seconds, 0 or more.
  /// - Throws: ``ErrorCode/badParam`` for a duration below 0.
  public func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
    try keep(\.preferredIOBufferDuration, duration, 0...)
  }

  /// The duration of the sound server's buffer, as the audio agent reports it, in seconds; each access
  /// is a request.
  ///
  /// Without an agent the preferred duration, or 0.02 seconds; not that of a device.
  public var ioBufferDuration: TimeInterval {
    if let duration = reportedHardware.bufferDuration { return duration }
    let wish = preferredIOBufferDuration
    return wish > 0 ? wish : 0.02
  }

  /// No effect on Linux: the preferred number of input channels; 0 if none was set.
  public var preferredInputNumberOfChannels: Int { hardware.preferredInputNumberOfChannels }

  /// No effect on Linux: stores a preferred number of channels.
  ///
  /// - Parameter count: The number of channels, 0 or more.
  /// - Throws: ``ErrorCode/badParam`` for a number below 0.
  public func setPreferredInputNumberOfChannels(_ count: Int) throws {
    try keep(\.preferredInputNumberOfChannels, count, 0...)
  }

  /// No effect on Linux: the preferred number of output channels; 0 if none was set.
  public var preferredOutputNumberOfChannels: Int { hardware.preferredOutputNumberOfChannels }

  /// No effect on Linux: stores a preferred number of channels.
  ///
  /// - Parameter count: The number of channels, 0 or more.
  /// - Throws: ``ErrorCode/badParam`` for a number below 0.
  public func setPreferredOutputNumberOfChannels(_ count: Int) throws {
    try keep(\.preferredOutputNumberOfChannels, count, 0...)
  }

  /// The number of channels of the input, as the audio agent reports it; each access is a request.
  ///
  /// Without an agent the preferred number, or 1.
  public var inputNumberOfChannels: Int {
    reportedHardware.inputChannels ?? max(1, preferredInputNumberOfChannels)
  }
  /// The number of channels of the output, as the audio agent reports it; each access is a request.
  ///
  /// Without an agent the preferred number, or 2.
  public var outputNumberOfChannels: Int {
    let wish = preferredOutputNumberOfChannels
    return reportedHardware.outputChannels ?? (wish > 0 ? wish : 2)
  }
  /// The number of channels of the input, as the audio agent reports it, or 2; each access is a
  /// request.
  public var maximumInputNumberOfChannels: Int { reportedHardware.inputChannels ?? 2 }
  /// The number of channels of the output, as the audio agent reports it, or 2; each access is a
  /// request.
  public var maximumOutputNumberOfChannels: Int { reportedHardware.outputChannels ?? 2 }

  /// The latency of the input device, as the audio agent reports it, in seconds; each access is a
  /// request.
  ///
  /// Without an agent 0. The buffer isn't a part of it: ``ioBufferDuration`` comes on top.
  public var inputLatency: TimeInterval { reportedHardware.inputLatency ?? 0 }
  /// The latency of the output device, as the audio agent reports it, in seconds; each access is a
  /// request.
  ///
  /// Without an agent 0. The buffer isn't a part of it: ``ioBufferDuration`` comes on top.
  public var outputLatency: TimeInterval { reportedHardware.outputLatency ?? 0 }

  /// No effect on Linux: the input gain that was set last, 0…1.
  public var inputGain: Float { hardware.inputGain }
  /// Always false on Linux: setting the gain has no effect.
  public var isInputGainSettable: Bool { false }

  /// No effect on Linux: stores an input gain.
  ///
  /// - Parameter gain: The gain, 0…1.
  /// - Throws: ``ErrorCode/badParam`` for a gain outside that range.
  public func setInputGain(_ gain: Float) throws { try keep(\.inputGain, gain, 0...1) }

  /// The volume of the output as a mixer shows it, 0…1, as the audio agent reports it; **each access
  /// is a request** of 1 second at most.
  ///
  /// Without an agent 1. There is no key-value observing on Linux:
  /// ``Linux/hardwareDidChangeNotification`` is posted when it has changed.
  public var outputVolume: Float { Float(reportedHardware.outputVolume ?? 1) }

  /// No effect on Linux: whether the program has declared that it plays multichannel audio.
  public var supportsMultichannelContent: Bool { hardware.supportsMultichannelContent }

  /// No effect on Linux: declares whether the program plays multichannel audio.
  ///
  /// - Parameter isSupported: True for more than two channels.
  /// - Throws: Never.
  public func setSupportsMultichannelContent(_ isSupported: Bool) throws {
    change { $0.supportsMultichannelContent = isSupported }
  }

  /// No effect on Linux: stores whether input and output should be combined into one device.
  ///
  /// - Parameter type: The preferred type of I/O.
  /// - Throws: Never.
  public func setAggregatedIOPreference(_ type: IOType) throws {
    change { $0.aggregatedIO = type }
  }

  /// No effect on Linux: whether the program prefers input without the echo of its output.
  public var prefersEchoCancelledInput: Bool { hardware.prefersEchoCancelledInput }

  /// No effect on Linux: stores a preference for echo-cancelled input.
  ///
  /// - Parameter isPreferred: True for input without echo.
  /// - Throws: Never.
  public func setPrefersEchoCancelledInput(_ isPreferred: Bool) throws {
    change { $0.prefersEchoCancelledInput = isPreferred }
  }

  /// Always false on Linux; no device is queried.
  public var isEchoCancelledInputAvailable: Bool { false }
  /// Always false on Linux; no device is queried.
  public var isEchoCancelledInputEnabled: Bool { false }

  /// Whether input and output are combined into one device.
  ///
  /// Source: Apple, `AVAudioSession.IOType`.
  public enum IOType: UInt, CaseIterable, Sendable {
    /// Not specified.
    case notSpecified = 0
    /// Combined.
    case aggregated = 1
  }
}

/// Settings that are stored without effect.
struct InertHardware: Sendable {
  var preferredSampleRate = 0.0
  var preferredIOBufferDuration = 0.0
  var preferredInputNumberOfChannels = 0
  var preferredOutputNumberOfChannels = 0
  var inputGain: Float = 1
  var preferredInputOrientation = AVAudioSession.StereoOrientation.none
  var preferredMicrophoneInjectionMode = AVAudioSession.MicrophoneInjectionMode.none
  var supportsMultichannelContent = false
  var aggregatedIO = AVAudioSession.IOType.notSpecified
  var prefersEchoCancelledInput = false
  var preferredInput: AVAudioSessionPortDescription?
  var intendedSpatialExperience: any AVAudioSessionSpatialExperience = .headTracked(
    soundStageSize: .automatic,
    anchoringStrategy: .automatic
  )
  /// What the program set, which has an effect and is here to be forgotten with the rest.
  ///
  /// Nil while `setCategory` decides.
  var isNowPlayingCandidate: Bool?
}

extension AVAudioSession {
  /// What was reported of the hardware, by a request; nothing without a daemon or an agent.
  private var reportedHardware: Hardware { freshRoute?.hardware ?? Hardware() }

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
