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

  private init(_ key: String, _ value: Value, _ meaning: String) {
    self.key = key
    self.value = value
    self.meaning = meaning
    let unit =
      switch value {
      case .gain, .flag: ""
      case .time, .timeLimit: "Milliseconds"
      }
    property = key.prefix(1).lowercased() + String(key.dropFirst())
    name = property + unit
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
    PolicyKey(
      "EnforcementTimeout",
      .time(Property { $1(&$0.enforcementTimeout) }, upTo: .seconds(2)),
      "Longest time a reply waits for attached enforcers to acknowledge (R14)."
    ),
  ]
}
