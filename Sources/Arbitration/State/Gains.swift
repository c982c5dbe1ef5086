/// How far a session is lowered; linear, 0…1.
struct Gains: Equatable, BitwiseCopyable {
  /// By enforcers.
  var enforced = 1.0
  /// As its owner is told: what it is asked to do itself, and what enforcers do, if it is told that.
  var told = 1.0

  /// As it is shown.
  var shown: Double { min(enforced, told) }
}
