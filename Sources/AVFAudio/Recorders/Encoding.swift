import AudioSessionMedia

/// How a format is written into a type of file, by GStreamer's elements.
private struct Encoding {
  let format: AudioFormatID
  /// The extensions of such files.
  let extensions: Set<String>
  /// The elements, where `BITRATE` stands for the bits per second.
  let elements: String
  /// The sample rates that the encoder knows, in hertz; empty for all.
  var rates: [Int] = []
  /// The bits per second of a channel in medium quality.
  var bitRate = 0

  /// A file of fragments can be read although its end was never written.
  private static let fragments = "mp4mux fragment-duration=1000"

  static let table: [Encoding] = [
    Encoding(
      format: kAudioFormatLinearPCM,
      extensions: ["wav", "wave", ""],
      elements: RecordingFormat.wave
    ),
    Encoding(
      format: kAudioFormatLinearPCM,
      extensions: ["aif", "aiff"],
      elements: "audioconvert ! avmux_aiff"
    ),
    Encoding(
      format: kAudioFormatMPEG4AAC,
      extensions: ["m4a", "mp4", "m4b"],
      elements: "avenc_aac bitrate=BITRATE ! aacparse ! " + fragments,
      bitRate: 64_000
    ),
    Encoding(
      format: kAudioFormatMPEG4AAC,
      extensions: ["aac"],
      elements:
        "avenc_aac bitrate=BITRATE ! aacparse ! capsfilter caps=audio/mpeg,stream-format=adts",
      bitRate: 64_000
    ),
    Encoding(
      format: kAudioFormatAppleLossless,
      extensions: ["m4a", "mp4"],
      elements: "avenc_alac ! " + fragments
    ),
    Encoding(format: kAudioFormatFLAC, extensions: ["flac"], elements: "flacenc"),
    Encoding(
      format: kAudioFormatOpus,
      extensions: ["opus", "ogg", "oga"],
      elements: "opusenc bitrate=BITRATE ! oggmux",
      rates: [8_000, 12_000, 16_000, 24_000, 48_000],
      bitRate: 48_000
    ),
  ]
}

extension RecordingFormat {
  /// The format for a file by settings, as far as it can be recorded.
  ///
  /// - Parameters:
  ///   - settings: The settings; what is missing is 44,100 Hz, two channels and 16 bits.
  ///   - extension: That of the file.
  /// - Throws: Which setting can't be met, and what can.
  init(_ settings: AudioSettings, extension: String) throws(MediaError) {
    let type = `extension`.lowercased()
    let fitting = Encoding.table.filter { $0.extensions.contains(type) }
    guard let first = fitting.first else {
      let known = Set(Encoding.table.flatMap(\.extensions)).subtracting([""]).sorted()
      throw MediaError(.format, ".\(type): expected one of \(known.joined(separator: ", "))")
    }
    let format = settings.format ?? first.format
    guard let encoding = fitting.first(where: { $0.format == format }) else {
      throw MediaError(.format, "the format \(format) can't be written to a .\(type) file")
    }
    let rate = settings.sampleRate ?? 44_100
    let channels = settings.channels ?? 2
    guard (1_000...384_000).contains(rate) else {
      throw MediaError(.format, "\(rate) Hz: expected a sample rate of 1,000 to 384,000 Hz")
    }
    guard (1...8).contains(channels) else {
      throw MediaError(.format, "\(channels) channels: expected 1 to 8")
    }
    let each = settings.bitRatePerChannel ?? encoding.bitRate(for: settings.quality)
    let bits = settings.bitRate ?? each * Int(channels)
    self.init(
      sampleRate: encoding.nearestRate(to: Int(rate)),
      channels: Int(channels),
      samples: try RecordingFormat.samples(settings, format),
      encoding: encoding.elements.split(separator: "BITRATE", omittingEmptySubsequences: false)
        .joined(separator: "\(bits)")
    )
  }

  /// The samples by GStreamer's name; empty where the encoder decides.
  private static func samples(
    _ settings: AudioSettings,
    _ format: AudioFormatID
  ) throws(MediaError) -> String {
    guard format == kAudioFormatLinearPCM else { return "" }
    let isFloat = settings.isFloat ?? false
    let depth = settings.bitDepth ?? (isFloat ? 32 : 16)
    let order = settings.isBigEndian == true ? "BE" : "LE"
    switch (isFloat, depth) {
    case (false, 8): return "U8"
    case (false, 16), (false, 24), (false, 32): return "S\(depth)\(order)"
    case (true, 32), (true, 64): return "F\(depth)\(order)"
    default:
      throw MediaError(.format, "\(depth) bits: expected 8, 16, 24 or 32, or as numbers 32 or 64")
    }
  }
}

extension Encoding {
  /// The bits per second of a channel for a quality of ``AVAudioQuality``.
  fileprivate func bitRate(for quality: AVAudioQuality?) -> Int {
    switch quality {
    case .min: bitRate / 2
    case .low: bitRate * 3 / 4
    case .medium, nil: bitRate
    case .high: bitRate * 3 / 2
    case .max: bitRate * 2
    }
  }

  fileprivate func nearestRate(to wish: Int) -> Int {
    rates.min { abs($0 - wish) < abs($1 - wish) } ?? wish
  }
}
