import AudioSessionTypes

extension AVAudioSession {
  /// What a session does with sound.
  ///
  /// The raw values are the names of Apple's Objective-C constants; they say nothing to the daemon.
  /// Source: Apple, `AVAudioSession.Category`.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name of the Objective-C constant.
    public let rawValue: String

    /// Makes the category of that name, which need not exist: `setCategory` will tell.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that mixes with everybody's, and that the listener can do without.
    public static let ambient = Category(.ambient)
    /// Sound that the listener can do without, alone; the category at the start.
    public static let soloAmbient = Category(.soloAmbient)
    /// Sound that is the point of the program.
    public static let playback = Category(.playback)
    /// Input only.
    public static let record = Category(.record)
    /// Input and output at once.
    public static let playAndRecord = Category(.playAndRecord)
    /// Several outputs at once.
    public static let multiRoute = Category(.multiRoute)
    /// Neither input nor output; kept to be refused, as Apple has since iOS 10.
    @available(*, deprecated, message: "No session can have this category.")
    public static let audioProcessing = Category(rawValue: "AVAudioSessionCategoryAudioProcessing")

    init(_ category: AudioSessionTypes.Category) {
      rawValue = "AVAudioSessionCategory" + category.rawValue.capitalizingFirst
    }

    /// The category of the rules, nil if there is none of this name.
    var meaning: AudioSessionTypes.Category? {
      AudioSessionTypes.Category.allCases.first { Category($0) == self }
    }
  }

  /// What a session's sound is, within its category.
  ///
  /// The raw values are the names of Apple's Objective-C constants.
  /// Source: Apple, `AVAudioSession.Mode`.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name of the Objective-C constant.
    public let rawValue: String

    /// Makes the mode of that name, which need not exist: `setMode` will tell.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing in particular; the mode at the start.
    public static let `default` = Mode(.default)
    /// Two-way speech over the network.
    public static let voiceChat = Mode(.voiceChat)
    /// Two-way speech inside a game.
    public static let gameChat = Mode(.gameChat)
    /// The sound of a film that is being shot.
    public static let videoRecording = Mode(.videoRecording)
    /// As little processing as possible.
    public static let measurement = Mode(.measurement)
    /// The sound of a film that is being watched.
    public static let moviePlayback = Mode(.moviePlayback)
    /// Two-way speech with a picture.
    public static let videoChat = Mode(.videoChat)
    /// Continuous speech: podcasts and audiobooks.
    public static let spokenAudio = Mode(.spokenAudio)
    /// Short prompts by voice, as in navigation.
    public static let voicePrompt = Mode(.voicePrompt)
    /// Short films in a feed.
    public static let shortFormVideo = Mode(.shortFormVideo)
    /// Two routes at once.
    public static let dualRoute = Mode(.dualRoute)

    init(_ mode: AudioSessionTypes.Mode) {
      rawValue = "AVAudioSessionMode" + mode.rawValue.capitalizingFirst
    }

    /// The mode of the rules, nil if there is none of this name.
    var meaning: AudioSessionTypes.Mode? {
      AudioSessionTypes.Mode.allCases.first { Mode($0) == self }
    }
  }
}

extension String {
  /// The wire's spelling begins small, Objective-C's part of a constant's name with a capital.
  fileprivate var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}
