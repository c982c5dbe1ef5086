package import AudioSessionTypes

/// The session that is opened for the program of the streams that a rule takes.
package struct Adoption: Equatable, Sendable {
  package var category = Category.playback
  package var mode = Mode.default
  package var options: CategoryOptions = []
  /// The priority; above `normal` it needs a grant, and a stream whose owner isn't merely claimed.
  package var priority = Priority.normal
  /// The role; needs the same as a ``priority``, unless it is open to everybody.
  package var role: String?
  /// The zone; nil for the one by ``AgentSettings``.
  package var zone: String?
  package var hold = HoldMethod.pause
  /// The time for which a stopped stream still counts as playing.
  package var linger = Duration.seconds(1)
  /// Whether others may resume when this program stops (R24).
  package var notifiesOthers = true
  package var isNowPlayingCandidate = false
  /// Whether its program claims something only while its sound is heard.
  package var whileHeard = false
  /// Whether a program with its own session applies the gain itself, so that the agent must not; an
  /// interrupted program is silenced all the same.
  package var lowersItself = false

  package init() {}

  /// What its session is to be.
  var configuration: SessionConfiguration {
    SessionConfiguration(
      category: category,
      mode: mode,
      options: options,
      priority: priority,
      role: role,
      isNowPlayingCandidate: isNowPlayingCandidate
    )
  }

  /// Whether its sessions lower or refuse what begins beside them, by the kinds of R59.
  var outranks: Bool {
    priority != .normal || role != nil || options.contains(.duckOthers)
  }
}

/// The way a stream is kept silent while its session is interrupted or refused.
package enum HoldMethod: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The program is stopped, and later continues at the same place, as players do.
  case pause
  /// The program runs on unheard, for those that must not stop, such as a game or a web page.
  case silence
}

/// The outcome of the rules for a stream.
package enum RuleVerdict: Equatable, Sendable {
  /// The rule of that name takes it.
  case adopt(rule: String, Adoption)
  /// The rule of that name leaves it alone; nil if no rule matches.
  case leave(rule: String?)

  /// The session to open; nil if it is left alone.
  var adoption: Adoption? {
    if case .adopt(_, let adoption) = self { adoption } else { nil }
  }
}
