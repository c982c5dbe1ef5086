package import AudioSessionTypes

/// What configuration may change about the rules, with the defaults.
package struct Policy: Equatable, Sendable {
  /// Linear gain of a ducked session, 0…1; 0.2 is −14 dB (R18).
  package var duckGain = 0.2
  /// Linear gain of music under a call, a ring or an assistant, 0…1; 0.0178 is −35 dB (R18).
  package var strongDuckGain = 0.0178
  /// How long a gain takes to fall, 0…10 s (R19).
  package var duckRamp = Duration.milliseconds(300)
  /// How long a gain takes to rise, 0…10 s (R19).
  package var unduckRamp = Duration.seconds(1)
  /// How long a session that may resume keeps its claims, 0…10 min; 0: it keeps none, nil: until it
  /// answers (R30).
  package var resumeOffer: Duration? = Duration.seconds(5)
  /// Whether a silent deactivation is told as `ended` without `shouldResume`, or not at all (R24).
  package var endedOnSilentDeactivation = true
  /// Whether `playback` may start during a call, ducked (R9).
  package var playbackDuringPhoneCall = true
  /// Whether the machine's sleep interrupts normal sessions (R50).
  package var interruptOnSleep = true
  /// How long a reply waits for the enforcers, 0…2 s (R14); the server's matter.
  package var enforcementTimeout = Duration.milliseconds(200)
  /// The configured roles, at most ``maximumRoles``, by whose places the table goes on after the
  /// built-in kinds (R66).
  package var roles: [Role] = []
  /// What is otherwise than in the built-in table, in the order of the lines (R59).
  package var overrides: [Override] = []

  package static let maximumRoles = 32

  package init() {}

  /// A further kind (R66).
  package struct Role: Hashable, Sendable {
    package var name: String
    /// The built-in kind that it is like.
    package var like: Kind

    package init(_ name: String, like: Kind) {
      self.name = name
      self.like = like
    }
  }

  /// One line of `[Interactions]`.
  package struct Override: Equatable, Sendable {
    /// The place in the table, nil for every kind (`*`).
    package var newcomer: Int?
    package var current: Int?
    package var square: PairTable.Square

    package init(_ newcomer: Int?, _ current: Int?, _ outcome: Outcome, gain: Double? = nil) {
      self.newcomer = newcomer
      self.current = current
      square = PairTable.Square(outcome, gain: gain)
    }
  }

  /// Where a built-in kind or a configured role stands in the table; nil: there is none of the name.
  package func place(of name: some StringProtocol) -> Int? {
    if let builtIn = Kind(name: name) { return Int(builtIn.rawValue) }
    return roles.firstIndex { $0.name == name }.map { Kind.builtIn.count + $0 }
  }

  /// What stands at each place of the table: the built-in kinds, then the roles.
  package var kindNames: [String] {
    Kind.builtIn.compactMap(\.builtInName) + roles.map(\.name)
  }

  /// The built-in kind that whatever stands at the place is, or is like.
  package func like(_ place: Int) -> Kind {
    place < Kind.builtIn.count ? Kind.builtIn[place] : roles[place - Kind.builtIn.count].like
  }

  /// The table in force: the built-in one with the roles and the overrides (R59, R66).
  package var table: PairTable { PairTable(self) }
}
