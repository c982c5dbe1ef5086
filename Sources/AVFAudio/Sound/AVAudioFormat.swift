public import Foundation

/// A number of channels.
///
/// Source: Apple, `AVAudioChannelCount`.
public typealias AVAudioChannelCount = UInt32

/// How the samples of a sound are stored.
///
/// Source: Apple, `AVAudioCommonFormat`.
public enum AVAudioCommonFormat: UInt, CaseIterable, Sendable {
  /// None of the others.
  case otherFormat = 0
  /// 32-bit floating-point numbers.
  case pcmFormatFloat32 = 1
  /// 64-bit floating-point numbers.
  case pcmFormatFloat64 = 2
  /// 16-bit integers.
  case pcmFormatInt16 = 3
  /// 32-bit integers.
  case pcmFormatInt32 = 4
}

/// The format of a sound: its rate, its channels and how the samples are stored.
///
/// Apple's also has a layout of channels and a description for Core Audio, which don't exist here.
/// Source: Apple, `AVAudioFormat`.
open class AVAudioFormat: NSObject, @unchecked Sendable {
  // All properties are constant; subclasses answer for their own.

  /// How the samples are stored.
  public let commonFormat: AVAudioCommonFormat
  /// The number of samples of a channel in a second, in hertz.
  public let sampleRate: Double
  /// The number of channels.
  public let channelCount: AVAudioChannelCount
  /// Whether the samples of all channels follow each other, rather than lie apart.
  public let isInterleaved: Bool

  init(
    _ format: AVAudioCommonFormat,
    sampleRate: Double,
    channels: AVAudioChannelCount,
    interleaved: Bool
  ) {
    commonFormat = format
    self.sampleRate = sampleRate
    channelCount = channels
    isInterleaved = interleaved
  }

  /// Creates a format.
  ///
  /// It is nil if a number is out of its range.
  ///
  /// - Parameters:
  ///   - format: How the samples are stored.
  ///   - sampleRate: The rate in hertz, above 0.
  ///   - channels: The number of channels, 1 or more.
  ///   - interleaved: Whether the samples of all channels follow each other.
  public convenience init?(
    commonFormat format: AVAudioCommonFormat,
    sampleRate: Double,
    channels: AVAudioChannelCount,
    interleaved: Bool
  ) {
    guard sampleRate > 0, sampleRate.isFinite, channels > 0 else { return nil }
    self.init(format, sampleRate: sampleRate, channels: channels, interleaved: interleaved)
  }

  /// Creates the standard format: 32-bit floating-point numbers that aren't interleaved.
  ///
  /// It is nil if a number is out of its range.
  ///
  /// - Parameters:
  ///   - sampleRate: The rate in hertz, above 0.
  ///   - channels: The number of channels, 1 or more.
  public convenience init?(
    standardFormatWithSampleRate sampleRate: Double,
    channels: AVAudioChannelCount
  ) {
    self.init(
      commonFormat: .pcmFormatFloat32,
      sampleRate: sampleRate,
      channels: channels,
      interleaved: false
    )
  }

  /// Creates a format from settings.
  ///
  /// It is nil if one of these is missing or out of its range.
  ///
  /// - Parameter settings: Settings with the keys ``AVSampleRateKey`` and ``AVNumberOfChannelsKey`` at
  ///   least.
  public convenience init?(settings: [String: Any]) {
    let settings = AudioSettings(settings)
    guard let rate = settings.sampleRate, let channels = settings.channels else { return nil }
    self.init(
      commonFormat: settings.commonFormat,
      sampleRate: rate,
      channels: channels,
      interleaved: !(settings.isNonInterleaved ?? false)
    )
  }

  /// Whether it is the standard format.
  public var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }

  /// The format by the keys of audio settings.
  public var settings: [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: NSNumber(value: kAudioFormatLinearPCM),
      AVSampleRateKey: NSNumber(value: sampleRate),
      AVNumberOfChannelsKey: NSNumber(value: channelCount),
      AVLinearPCMIsNonInterleaved: NSNumber(value: !isInterleaved),
      AVLinearPCMIsBigEndianKey: NSNumber(value: false),
      AVLinearPCMIsFloatKey: NSNumber(
        value: [.pcmFormatFloat32, .pcmFormatFloat64].contains(commonFormat)
      ),
    ]
    if let depth = commonFormat.bitDepth {
      settings[AVLinearPCMBitDepthKey] = NSNumber(value: depth)
    }
    return settings
  }

  /// Whether another format is the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioFormat else { return false }
    return (commonFormat, sampleRate, channelCount, isInterleaved)
      == (other.commonFormat, other.sampleRate, other.channelCount, other.isInterleaved)
  }

  /// The same for formats that are the same.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(commonFormat)
    hasher.combine(sampleRate)
    hasher.combine(channelCount)
    return hasher.finalize()
  }

  /// The rate and the channels, in words.
  open override var description: String {
    AVAudioSession.description(
      of: self,
      ["\(channelCount) ch", "\(Int(sampleRate)) Hz", "\(commonFormat)"]
    )
  }
}

extension AVAudioCommonFormat {
  /// The bits of a sample; nil if that isn't known.
  var bitDepth: Int? {
    switch self {
    case .otherFormat: nil
    case .pcmFormatInt16: 16
    case .pcmFormatFloat32, .pcmFormatInt32: 32
    case .pcmFormatFloat64: 64
    }
  }
}
