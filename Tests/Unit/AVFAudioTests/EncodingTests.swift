import AudioSessionMedia
import Foundation
import Testing

@testable import AVFAudio

/// What a recording is encoded as, by its settings and the extension of its file.
struct EncodingTests {
  private static func format(
    _ settings: [String: Any],
    _ type: String
  ) throws(MediaError) -> RecordingFormat {
    try RecordingFormat(AudioSettings(settings), extension: type)
  }

  @Test func `nothing is set: what the type of the file is for`() throws {
    let wave = try Self.format([:], "wav")
    #expect(
      wave
        == RecordingFormat(sampleRate: 44_100, channels: 2, samples: "S16LE", encoding: "wavenc")
    )
    let talk = try Self.format([:], "M4A")
    #expect(talk.encoding.hasPrefix("avenc_aac bitrate=128000 ! "))
    #expect(talk.samples == "")
  }

  @Test(arguments: [
    (8, false, "U8"), (16, false, "S16LE"), (24, false, "S24LE"), (32, false, "S32LE"),
    (32, true, "F32LE"), (64, true, "F64LE"),
  ])
  func `the bits of linear PCM`(_ depth: Int, _ isFloat: Bool, _ samples: String) throws {
    let format = try Self.format(
      [
        AVFormatIDKey: Int(kAudioFormatLinearPCM), AVLinearPCMBitDepthKey: depth,
        AVLinearPCMIsFloatKey: isFloat,
      ],
      "wav"
    )
    #expect(format.samples == samples)
  }

  @Test func `numbers of any type, as programs write them`() throws {
    let all: [[String: Any]] = [
      [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 12_000, AVNumberOfChannelsKey: 1],
      [
        AVFormatIDKey: Int(kAudioFormatMPEG4AAC), AVSampleRateKey: 12_000.0,
        AVNumberOfChannelsKey: 1,
      ],
      [
        AVFormatIDKey: NSNumber(value: kAudioFormatMPEG4AAC), AVSampleRateKey: Float(12_000),
        AVNumberOfChannelsKey: NSNumber(value: 1),
        AVEncoderAudioQualityKey: AVAudioQuality.medium.rawValue,
      ],
    ]
    let formats = try all.map { try Self.format($0, "m4a") }
    #expect(Set(formats.map(\.encoding)).count == 1)
    #expect(formats.allSatisfy { $0.sampleRate == 12_000 && $0.channels == 1 })
  }

  @Test func `quality: more bits per second; those that are set count before it`() throws {
    func bits(_ settings: [String: Any]) throws -> String {
      let encoding = try Self.format(settings, "m4a").encoding
      return String(encoding.dropFirst("avenc_aac bitrate=".count).prefix { $0 != " " })
    }
    #expect(try bits([AVEncoderAudioQualityKey: AVAudioQuality.max.rawValue]) == "256000")
    #expect(try bits([AVEncoderAudioQualityKey: AVAudioQuality.min.rawValue]) == "64000")
    #expect(try bits([AVEncoderBitRatePerChannelKey: 50_000]) == "100000")
    let both: [String: Any] = [
      AVEncoderBitRateKey: 96_000, AVEncoderAudioQualityKey: AVAudioQuality.max.rawValue,
    ]
    #expect(try bits(both) == "96000")
  }

  @Test func `Opus: the nearest of its rates, and the bit rate that is set`() throws {
    let format = try Self.format(
      [AVSampleRateKey: 44_100, AVEncoderBitRateKey: 32_000],
      "opus"
    )
    #expect(format.sampleRate == 48_000)
    #expect(format.encoding == "opusenc bitrate=32000 ! oggmux")
  }

  @Test func `what can't be met: said, with what can`() {
    let cases: [([String: Any], String, String)] = [
      ([:], "caf", ".caf: expected one of aac, aif, aiff, flac, m4a, m4b, mp4, oga, ogg, opus"),
      ([AVFormatIDKey: Int(kAudioFormatMPEG4AAC)], "wav", "can't be written to a .wav file"),
      ([AVSampleRateKey: 5], "wav", "expected a sample rate of 1,000 to 384,000 Hz"),
      ([AVSampleRateKey: Double.nan], "wav", "expected a sample rate"),
      ([AVNumberOfChannelsKey: 9], "wav", "9 channels: expected 1 to 8"),
      ([AVLinearPCMBitDepthKey: 12], "wav", "12 bits: expected 8, 16, 24 or 32"),
    ]
    for (settings, type, sentence) in cases {
      let error = #expect(throws: MediaError.self) { try Self.format(settings, type) }
      #expect(error?.fault == .format)
      #expect(error?.sentence.contains(sentence) == true, "\(error?.sentence ?? "none")")
    }
  }

  @Test func `formats: their settings say what they are`() throws {
    let format = try #require(
      AVAudioFormat(
        commonFormat: .pcmFormatInt16,
        sampleRate: 16_000,
        channels: 1,
        interleaved: true
      )
    )
    #expect(AVAudioFormat(settings: format.settings) == format)
    #expect(!format.isStandard)
    let standard = try #require(
      AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2)
    )
    #expect(standard.isStandard)
    #expect(standard != format)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 0, channels: 2) == nil)
    #expect(AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 0) == nil)
    #expect(AVAudioFormat(settings: [:]) == nil)
  }
}
