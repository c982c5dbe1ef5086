package import Arbitration
package import AudioSessionWire

/// One key: where it stands, what it takes, what it sets, what it means.
///
/// ``all`` is the only list of keys. The reader, the shipped file and what `--check-config` shows
/// are made from it; the default isn't in it, but read through the key path from fresh settings.
package struct Setting: Sendable {
  /// The sections, in the order of the shipped file.
  package enum Section: String, CaseIterable, Sendable {
    case policy = "Policy"
    case interactions = "Interactions"
    /// One for each further kind, whose name follows in the header.
    case role = "Role"
    case zones = "Zones"
    /// One for each ``Grant`` and for each role above normal, whose name follows in the header.
    case grant = "Grant"
    case limits = "Limits"
  }

  /// What a key takes, and where it goes.
  package enum Value: Sendable {
    /// A linear gain, which may be given in decibels.
    case gain(any WritableKeyPath<Policy, Double> & Sendable, ClosedRange<Double>)
    case time(any WritableKeyPath<Policy, Duration> & Sendable, ClosedRange<Duration>)
    /// A time, or `infinity`, which is nil.
    case timeLimit(any WritableKeyPath<Policy, Duration?> & Sendable, ClosedRange<Duration>)
    case flag(any WritableKeyPath<Policy, Bool> & Sendable)
    case count(any WritableKeyPath<Limits, Int> & Sendable, ClosedRange<Int>)
    case bytes(any WritableKeyPath<Limits, Int> & Sendable, ClosedRange<Int>)
    /// Cells of the pair table; the key itself says which.
    case square
    /// A built-in kind.
    case kind
    case zoneDefault
    case users, groups, units, userUnits
  }

  package let section: Section
  package let key: String
  package let value: Value
  /// Whole sentences, for the shipped file and the manual.
  package let meaning: String
}

extension Setting {
  /// Every key there is, in the order of the shipped file.
  package static let all = policy + interactions + role + zones + grant + limits

  private static let policy = [
    Setting(
      section: .policy,
      key: "DuckGain",
      value: .gain(\.duckGain, 0...1),
      meaning: "Linear gain of a ducked session (R18). 0.2 is -14 dB."
    ),
    Setting(
      section: .policy,
      key: "StrongDuckGain",
      value: .gain(\.strongDuckGain, 0...1),
      meaning: "Linear gain under a call, a ring or an assistant (R18). 0.0178 is -35 dB."
    ),
    Setting(
      section: .policy,
      key: "DuckRamp",
      value: .time(\.duckRamp, .zero ... .seconds(10)),
      meaning: "How long a gain takes to fall (R19)."
    ),
    Setting(
      section: .policy,
      key: "UnduckRamp",
      value: .time(\.unduckRamp, .zero ... .seconds(10)),
      meaning: "How long a gain takes to rise (R19)."
    ),
    Setting(
      section: .policy,
      key: "ResumeOffer",
      value: .timeLimit(\.resumeOffer, .zero ... .seconds(600)),
      meaning:
        "How long one that may resume keeps its claims; 0: none, infinity: until it answers (R30)."
    ),
    Setting(
      section: .policy,
      key: "EndedOnSilentDeactivation",
      value: .flag(\.endedOnSilentDeactivation),
      meaning:
        "Whether who was interrupted is told of the end when the other leaves silently (R24)."
    ),
    Setting(
      section: .policy,
      key: "PlaybackDuringPhoneCall",
      value: .flag(\.playbackDuringPhoneCall),
      meaning: "Whether playback may start during a call, ducked (R9)."
    ),
    Setting(
      section: .policy,
      key: "InterruptOnSleep",
      value: .flag(\.interruptOnSleep),
      meaning: "Whether the machine's sleep interrupts sessions of normal priority (R50)."
    ),
    Setting(
      section: .policy,
      key: "EnforcementTimeout",
      value: .time(\.enforcementTimeout, .zero ... .seconds(2)),
      meaning: "How long a reply waits at most for those who carry gains and pauses out (R14)."
    ),
  ]

  private static let interactions = [
    Setting(
      section: .interactions,
      key: "NEWCOMER.CURRENT",
      value: .square,
      meaning: "What a session that comes and one that is there do to each other (R59)."
    )
  ]

  private static let role = [
    Setting(
      section: .role,
      key: "Like",
      value: .kind,
      meaning: "The kind whose row, column and priority the role has (R66)."
    )
  ]

  private static let zones = [
    Setting(
      section: .zones,
      key: "Default",
      value: .zoneDefault,
      meaning: "The zone of sessions that name none: none at all, or their user's own (R63)."
    )
  ]

  private static let grant = [
    Setting(
      section: .grant,
      key: "Users",
      value: .users,
      meaning: "Users who hold it. In a per-user instance its user is built in beside root."
    ),
    Setting(
      section: .grant,
      key: "Groups",
      value: .groups,
      meaning: "Groups whose members hold it."
    ),
    Setting(
      section: .grant,
      key: "Units",
      value: .units,
      meaning: "Units of systemd whose processes hold it."
    ),
    Setting(
      section: .grant,
      key: "UserUnits",
      value: .userUnits,
      meaning: "Units of users' own managers; any user can name one so."
    ),
  ]

  private static let limits = Limit.all.map { limit in
    Setting(
      section: .limits,
      key: limit.key,
      value: limit.key.hasSuffix("Bytes") || limit.key.hasSuffix("BytesPerUser")
        ? .bytes(limit.place, limit.range) : .count(limit.place, limit.range),
      meaning: meaning(ofLimit: limit.key)
    )
  }

  private static func meaning(ofLimit key: String) -> String {
    switch key {
    case "LineBytes": "Bytes of one line that a client sends."
    case "BatchRequests": "Requests in one batch."
    case "JSONDepth": "Arrays and objects in each other; the outermost counts 1."
    case "NameBytes": "Bytes of a name that a client gives."
    case "SessionsPerConnection": "Sessions of one connection; no more than SessionsPerUser."
    case "SessionsPerUser": "Sessions of one user."
    case "ConnectionsPerUser": "Connections of one user; no more than Connections."
    case "Connections": "Connections of all users."
    case "CoalesceBytes": "Unsent bytes above which no further request of a connection is read."
    case "UnsentBytes": "Unsent bytes of notifications above which a connection is cut off."
    case "BufferedBytesPerUser": "Unread and unsent bytes of all connections of one user."
    default: ""
    }
  }
}
