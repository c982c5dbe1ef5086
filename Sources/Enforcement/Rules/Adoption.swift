package import AudioSessionTypes

/// What a rule gives to the streams that it takes: the session that is opened for their program.
package struct Adoption: Equatable, Sendable {
  package var category = Category.playback
  package var mode = Mode.default
  package var options: CategoryOptions = []
  /// Asked for only with a grant, and never for a stream whose owner is only claimed.
  package var priority = Priority.normal
  /// As ``priority``; a role that takes no grant is anybody's.
  package var role: String?
  /// Nil: as ``AgentSettings`` says.
  package var zone: String?
  package var hold = HoldMethod.pause
  /// How long a stream that was stopped still counts as one that plays.
  package var linger = Duration.seconds(1)
  /// Whether others may resume when this program stops (R24).
  package var notifiesOthers = true
  package var isNowPlayingCandidate = false
  /// Whether a program with a session of its own multiplies its output by the gain itself, so that
  /// the agent must not do it as well; who is interrupted is silenced all the same.
  package var lowersItself = false

  package init() {}
}

/// How a stream is kept silent while its session is interrupted or refused.
package enum HoldMethod: String, CaseIterable, Sendable, BitwiseCopyable {
  /// The program is stopped where it is and goes on there: players.
  case pause
  /// It runs on unheard: what must not stop, such as a game, or a page of a browser.
  case silence
}

/// What became of a stream by the rules.
package enum RuleVerdict: Equatable, Sendable {
  /// The rule of that name takes it.
  case adopt(rule: String, Adoption)
  /// The rule of that name leaves it alone; nil: no rule fits.
  case leave(rule: String?)
}
