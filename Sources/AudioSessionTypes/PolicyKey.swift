package import AudioSessionSchema

/// One key of the section `[Policy]`: its names, its type and range, the property that it sets, and
/// its meaning.
///
/// ``all`` is the only list of them. The configuration's reader and the shipped file are made from
/// it, and so are the members of `policy.get` and of a recording; the defaults are those of
/// ``Policy``.
package struct PolicyKey: Sendable {
  /// A key's type and range, and the property that it sets.
  package enum Value: Sendable {
    /// A linear gain, 0…1.
    case gain(Property<Policy, Double>)
    case time(Property<Policy, Duration>, upTo: Duration)
    /// A time, or nil: no limit.
    case timeLimit(Property<Policy, Duration?>, upTo: Duration)
    case flag(Property<Policy, Bool>)
  }

  /// The name in the configuration: `DuckRamp`.
  package let key: String
  /// The property's name: `duckRamp`.
  package let property: String
  /// The name on the wire, with a time's unit: `duckRampMilliseconds`.
  package let name: String
  package let value: Value
  /// Whole sentences, for the shipped file and `rpc.discover`.
  package let meaning: String
  /// Whether recordings leave it out where it has its default: those of the first version did so.
  package let isLeftOutWhenUsual: Bool

  private init(
    _ key: String,
    _ value: Value,
    _ meaning: String,
    isLeftOutWhenUsual: Bool = false
  ) {
    self.key = key
    self.value = value
    self.meaning = meaning
    self.isLeftOutWhenUsual = isLeftOutWhenUsual
    let unit =
      switch value {
      case .gain, .flag: ""
      case .time, .timeLimit: "Milliseconds"
      }
    property = key.prefix(1).lowercased() + String(key.dropFirst())
    name = property + unit
  }

  /// What platforms differ in.
  private static func platformFlag(
    _ key: String,
    _ property: Property<Policy, Bool>,
    _ meaning: String
  ) -> PolicyKey {
    PolicyKey(key, .flag(property), meaning, isLeftOutWhenUsual: true)
  }

  /// All keys, in the order of the section.
  package static let all = [
    PolicyKey(
      "DuckGain",
      .gain(Property { $1(&$0.duckGain) }),
      "Linear gain of a ducked session (R18). 0.2 is -14 dB."
    ),
    PolicyKey(
      "StrongDuckGain",
      .gain(Property { $1(&$0.strongDuckGain) }),
      "Linear gain under a call, a ring or an assistant (R18). 0.0178 is -35 dB."
    ),
    PolicyKey(
      "DuckRamp",
      .time(Property { $1(&$0.duckRamp) }, upTo: .seconds(10)),
      "Time in which a gain falls (R19)."
    ),
    PolicyKey(
      "UnduckRamp",
      .time(Property { $1(&$0.unduckRamp) }, upTo: .seconds(10)),
      "Time in which a gain rises (R19)."
    ),
    PolicyKey(
      "ResumeOffer",
      .timeLimit(Property { $1(&$0.resumeOffer) }, upTo: .seconds(600)),
      "Time for which a session that may resume keeps its claims; 0: none, infinity (null in "
        + "JSON): until it answers (R30)."
    ),
    PolicyKey(
      "EndedOnSilentDeactivation",
      .flag(Property { $1(&$0.endedOnSilentDeactivation) }),
      "Whether an interrupted session receives \"ended\" when its interrupter deactivates without "
        + "notifying others (R24)."
    ),
    PolicyKey(
      "PlaybackDuringPhoneCall",
      .flag(Property { $1(&$0.playbackDuringPhoneCall) }),
      "Whether playback may start during a call, ducked (R9)."
    ),
    PolicyKey(
      "InterruptOnSleep",
      .flag(Property { $1(&$0.interruptOnSleep) }),
      "Whether the machine's sleep interrupts sessions of normal priority (R50)."
    ),
    platformFlag(
      "RefusedDisplaces",
      Property { $1(&$0.refusedDisplaces) },
      "Whether a session that is refused, and waits, takes the place of those that wait already and "
        + "that it would interrupt: they aren't told to resume (R34)."
    ),
    platformFlag(
      "ReleaseOnMixable",
      Property { $1(&$0.releaseOnMixable) },
      "Whether those that a session has interrupted are told to resume when it becomes mixable "
        + "(R38)."
    ),
    platformFlag(
      "InterruptedMayStart",
      Property { $1(&$0.interruptedMayStart) },
      "Whether an interrupted session may start again while others still block it (R33)."
    ),
    platformFlag(
      "AccessibilityGrant",
      Property { $1(&$0.accessibilityGrant) },
      "Whether the role accessibility needs the grant accessibility (R66)."
    ),
    platformFlag(
      "TellDucked",
      Property { $1(&$0.tellDucked) },
      "Whether every owner is told that its session is ducked, or only one that asked for lifecycle "
        + "events (R16)."
    ),
    platformFlag(
      "AboveNormalNotifies",
      Property { $1(&$0.aboveNormalNotifies) },
      "Whether a call, an alarm or an assistant that deactivates always notifies others (R25)."
    ),
    platformFlag(
      "MeetWithinApplication",
      Property { $1(&$0.meetWithinApplication) },
      "Whether sessions of one application affect each other as those of two do; what is ducked is "
        + "told so, and isn't lowered (R52)."
    ),
    platformFlag(
      "UnsuitableModeIsDefault",
      Property { $1(&$0.unsuitableModeIsDefault) },
      "Whether a mode that the category doesn't allow counts as the mode default instead of failing "
        + "(R4)."
    ),
    platformFlag(
      "BannerIsSilent",
      Property { $1(&$0.bannerIsSilent) },
      "Whether a ring that shows a banner is silent for as long as an active session prefers no "
        + "interruptions (R41)."
    ),
    platformFlag(
      "RouteLossInterruptsAll",
      Property { $1(&$0.routeLossInterruptsAll) },
      "Whether the loss of an output interrupts all that plays there, or only what is Now Playing "
        + "(R44)."
    ),
    platformFlag(
      "SuspensionIsTold",
      Property { $1(&$0.suspensionIsTold) },
      "Whether a process that was suspended is told of an interruption when it runs again (R47)."
    ),
    platformFlag(
      "BackgroundStartByCategory",
      Property { $1(&$0.backgroundStartByCategory) },
      "Whether the category decides what may start to play in the background: ambient and "
        + "soloAmbient may not, the others may (R65)."
    ),
    PolicyKey(
      "EnforcementTimeout",
      .time(Property { $1(&$0.enforcementTimeout) }, upTo: .seconds(2)),
      "Longest time a reply waits for attached enforcers to acknowledge (R14)."
    ),
  ]
}
