import AudioSessionTypes

extension AVAudioSession {
  /// The category of a session: whether it plays or records, and whether it mixes with others.
  ///
  /// The raw values are the names of Apple's Objective-C constants, not the names on the wire.
  /// Source: Apple, `AVAudioSession.Category`.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name of the Objective-C constant.
    public let rawValue: String

    /// Creates a category by name; `setCategory` throws if there is none of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Playback that mixes with other audio, and isn't essential to the program.
    public static let ambient = Category(.ambient)
    /// Playback that doesn't mix with other audio, and isn't essential; the default category.
    public static let soloAmbient = Category(.soloAmbient)
    /// Playback that is central to the program.
    public static let playback = Category(.playback)
    /// Recording only.
    public static let record = Category(.record)
    /// Simultaneous playback and recording.
    public static let playAndRecord = Category(.playAndRecord)
    /// Playback on several outputs at once.
    public static let multiRoute = Category(.multiRoute)
    /// Neither playback nor recording; always refused, as by Apple since iOS 10.
    @available(*, deprecated, message: "No session can have this category.")
    public static let audioProcessing = Category(rawValue: "AVAudioSessionCategoryAudioProcessing")

    init(_ category: AudioSessionTypes.Category) {
      rawValue = "AVAudioSessionCategory" + category.rawValue.capitalizingFirst
    }

    /// The category in the rules; nil if there is none of this name.
    var meaning: AudioSessionTypes.Category? {
      AudioSessionTypes.Category.allCases.first { Category($0) == self }
    }
  }

  /// The mode of a session, which refines its category.
  ///
  /// The raw values are the names of Apple's Objective-C constants.
  /// Source: Apple, `AVAudioSession.Mode`.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name of the Objective-C constant.
    public let rawValue: String

    /// Creates a mode by name; `setMode` throws if there is none of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No particular mode; the default.
    public static let `default` = Mode(.default)
    /// Voice calls over the network.
    public static let voiceChat = Mode(.voiceChat)
    /// Voice chat within a game.
    public static let gameChat = Mode(.gameChat)
    /// Recording the sound of a video.
    public static let videoRecording = Mode(.videoRecording)
    /// Measurement, with a minimum of signal processing.
    public static let measurement = Mode(.measurement)
    /// Playing films.
    public static let moviePlayback = Mode(.moviePlayback)
    /// Video calls over the network.
    public static let videoChat = Mode(.videoChat)
    /// Continuous speech, such as podcasts and audiobooks.
    public static let spokenAudio = Mode(.spokenAudio)
    /// Short voice prompts, such as those of navigation.
    public static let voicePrompt = Mode(.voicePrompt)
    /// Short videos in a feed.
    public static let shortFormVideo = Mode(.shortFormVideo)
    /// Two audio routes at once.
    public static let dualRoute = Mode(.dualRoute)

    init(_ mode: AudioSessionTypes.Mode) {
      rawValue = "AVAudioSessionMode" + mode.rawValue.capitalizingFirst
    }

    /// The mode in the rules; nil if there is none of this name.
    var meaning: AudioSessionTypes.Mode? {
      AudioSessionTypes.Mode.allCases.first { Mode($0) == self }
    }
  }
}

extension String {
  /// The name with a capital, as in Objective-C; on the wire it begins with a small letter.
  fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
