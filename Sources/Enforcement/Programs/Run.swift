/// An application's sound without a gap: a sound that lasts becomes music, and whoever captures and
/// plays converses.
struct Run: Sendable {
  /// The gap that doesn't end it: a player replaces its stream between two pieces.
  static let gap = Duration.seconds(1)

  /// Since when it is heard.
  let since: Duration
  /// Since when it isn't; nil while it is.
  var stoppedAt: Duration?
  /// Whether its player has said since then that it plays.
  var hasPlayed = false
  /// Whether sound was heard of it since then: asked only of what has lasted.
  var hasSounded = false

  init(since: Duration) { self.since = since }

  /// Whether it is over: it was silent for longer than a gap.
  func isOver(at now: Duration) -> Bool {
    stoppedAt.map { now - $0 > Run.gap } ?? false
  }
}
