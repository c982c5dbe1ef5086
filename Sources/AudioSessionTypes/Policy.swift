/// The configurable parts of the rules, with their defaults.
///
/// ``PolicyKey`` has the keys of its section in the configuration.
package struct Policy: Equatable, Sendable {
  /// The linear gain of a ducked session, 0…1; 0.2 is −14 dB (R18).
  package var duckGain = 0.2
  /// The linear gain of music under a call, a ring or an assistant, 0…1; 0.0178 is −35 dB (R18).
  package var strongDuckGain = 0.0178
  /// The time in which a gain falls, 0…10 s (R19).
  package var duckRamp = Duration.milliseconds(300)
  /// The time in which a gain rises, 0…10 s (R19).
  package var unduckRamp = Duration.seconds(1)
  /// The time for which a session that may resume keeps its claims, 0…10 min; 0: it keeps none,
  /// nil: until it answers (R30).
  package var resumeOffer: Duration? = Duration.seconds(5)
  /// A silent deactivation is told as `ended` without `shouldResume`; otherwise not at all (R24).
  package var endedOnSilentDeactivation = true
  /// `playback` may start during a call, ducked (R9).
  package var playbackDuringPhoneCall = true
  /// The machine's sleep interrupts normal sessions (R50).
  package var interruptOnSleep = true
  /// A session that becomes pending ends the wait of those that it would interrupt (R34).
  package var refusedDisplaces = false
  /// A session that becomes mixable releases as if notifying, and otherwise silently (R38).
  package var releaseOnMixable = true
  /// An interrupted session may start again over those that block it (R33).
  package var interruptedMayStart = true
  /// The role `accessibility` needs the grant of that name (R66).
  package var accessibilityGrant = false
  /// Who asked for no lifecycle events is told, too, that it is ducked (R16).
  package var tellDucked = true
  /// A session above normal always releases as if notifying (R25).
  package var aboveNormalNotifies = true
  /// Sessions of one application meet in the pair table (R52).
  package var meetWithinApplication = false
  /// A mode that the category doesn't allow counts as the mode `default` (R4).
  package var unsuitableModeIsDefault = false
  /// A ring that shows a banner is silent for as long as a session prefers no interruptions (R41).
  package var bannerIsSilent = false
  /// The loss of an output interrupts all that play there, and otherwise only what is Now Playing
  /// (R44).
  package var routeLossInterruptsAll = true
  /// Who was suspended is told of an interruption (R47).
  package var suspensionIsTold = true
  /// The category decides what may start to play in the background (R65).
  package var backgroundStartByCategory = false
  /// The longest time that a reply waits for the enforcers, 0…2 s (R14); the server's matter.
  package var enforcementTimeout = Duration.milliseconds(200)
  /// The configured roles, at most ``maximumRoles``; in the table they follow the built-in kinds,
  /// in this order (R66).
  package var roles: [Role] = []
  /// The differences from the built-in table, in the order of the lines (R59).
  package var overrides: [Override] = []

  package static let maximumRoles = 32

  package init() {}

  /// A further kind (R66).
  package struct Role: Hashable, Sendable {
    package var name: String
    /// The built-in kind whose row, column and priority the role has.
    package var like: Kind
    /// Its sessions duck, and are ducked, within an application, too (R52).
    package var ducksWithinApplication: Bool

    package init(_ name: String, like: Kind, ducksWithinApplication: Bool = false) {
      self.name = name
      self.like = like
      self.ducksWithinApplication = ducksWithinApplication
    }
  }

  /// One line of `[Interactions]`.
  package struct Override: Equatable, Sendable {
    /// The place in the table, nil for every kind (`*`).
    package var newcomer: Int?
    package var current: Int?
    package var square: Square

    package init(_ newcomer: Int?, _ current: Int?, _ outcome: Outcome, gain: Double? = nil) {
      self.newcomer = newcomer
      self.current = current
      square = Square(outcome, gain: gain)
    }
  }

  /// The place of a built-in kind or a configured role in the table; nil if there is none so named.
  package func place(of name: some StringProtocol) -> Int? {
    if let builtIn = Kind(name: name) { return Int(builtIn.rawValue) }
    return roles.firstIndex { $0.name == name }.map { Kind.builtInCount + $0 }
  }

  /// The names of the table's rows and columns: the built-in kinds, then the roles.
  package var kindNames: [String] {
    Kind.builtIn.compactMap { $0.builtInName } + roles.map { $0.name }
  }

  /// The built-in kind at a place of the table, or the one that the role there is like.
  package func like(_ place: Int) -> Kind {
    place < Kind.builtInCount ? Kind.builtIn[place] : roles[place - Kind.builtInCount].like
  }
}
