import Foundation

// The keys of audio settings, by Apple's names; their values are numbers.

/// The format, such as ``kAudioFormatLinearPCM``.
public let AVFormatIDKey = "AVFormatIDKey"
/// The sample rate, in hertz.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The bits of a sample of linear PCM: 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Whether linear PCM is big-endian.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether samples of linear PCM are floating-point numbers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether the channels of linear PCM lie apart.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// The quality of an encoder, of ``AVAudioQuality``.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The bit rate of an encoder, in bits per second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// The bit rate of an encoder for each channel, in bits per second.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// The bits of a sample that an encoder is told.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"

/// The identifier of a format of sound: four letters as a number.
///
/// Source: Apple, `AudioFormatID`.
public typealias AudioFormatID = UInt32

/// Linear PCM: the samples themselves.
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// MPEG-4 AAC.
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// Apple Lossless.
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// FLAC.
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus.
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573
/// MPEG layer 3, MP3.
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033

/// The quality of an encoder.
///
/// Source: Apple, `AVAudioQuality`.
public enum AVAudioQuality: Int, CaseIterable, Sendable {
  /// The least.
  case min = 0
  /// Low.
  case low = 0x20
  /// Medium.
  case medium = 0x40
  /// High.
  case high = 0x60
  /// The best.
  case max = 0x7F
}

/// Settings as they were given, by their keys.
struct AudioSettings {
  private let settings: [String: Any]

  init(_ settings: [String: Any]) { self.settings = settings }

  /// The number under a key, of whichever type.
  private func number(_ key: String) -> Double? {
    switch settings[key] {
    case let number as NSNumber: number.doubleValue
    case let number as Int: Double(number)
    case let number as Double: number
    case let number as Float: Double(number)
    case let number as UInt32: Double(number)
    case let flag as Bool: flag ? 1 : 0
    default: nil
    }
  }

  private func flag(_ key: String) -> Bool? { number(key).map { $0 != 0 } }

  private func whole(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0.rounded()) } }

  var format: AudioFormatID? { whole(AVFormatIDKey).flatMap { AudioFormatID(exactly: $0) } }
  var sampleRate: Double? { number(AVSampleRateKey) }
  var channels: AVAudioChannelCount? {
    whole(AVNumberOfChannelsKey).flatMap { AVAudioChannelCount(exactly: $0) }
  }
  var bitDepth: Int? { whole(AVLinearPCMBitDepthKey) }
  var isFloat: Bool? { flag(AVLinearPCMIsFloatKey) }
  var isBigEndian: Bool? { flag(AVLinearPCMIsBigEndianKey) }
  var isNonInterleaved: Bool? { flag(AVLinearPCMIsNonInterleaved) }
  var bitRate: Int? { whole(AVEncoderBitRateKey) }
  var bitRatePerChannel: Int? { whole(AVEncoderBitRatePerChannelKey) }
  var quality: AVAudioQuality? {
    whole(AVEncoderAudioQualityKey).flatMap(AVAudioQuality.init(rawValue:))
  }

  /// How the samples are stored.
  var commonFormat: AVAudioCommonFormat {
    guard format ?? kAudioFormatLinearPCM == kAudioFormatLinearPCM, isBigEndian != true else {
      return .otherFormat
    }
    return switch (isFloat ?? false, bitDepth ?? 16) {
    case (true, 32): .pcmFormatFloat32
    case (true, 64): .pcmFormatFloat64
    case (false, 16): .pcmFormatInt16
    case (false, 32): .pcmFormatInt32
    default: .otherFormat
    }
  }
}
