/// What applications have done until now: since when they are heard, and whether they converse.
struct ActivityHistory: Sendable {
  /// Each application's sound without a gap, as long as it lasts.
  private var runs: [Application: Run] = [:]
  /// Since when an application captures, and has played meanwhile.
  private var conversations: [Application: Duration] = [:]
  /// The time up to which both were judged.
  private var judgedUntil = Duration.zero

  /// Adds to `activity` what an application has done.
  func describe(_ application: Application, in activity: inout ProgramActivity, at now: Duration) {
    if let run = runs[application], !run.isOver(at: now) {
      activity.heardFor = now - run.since
      activity.hasPlayed = run.hasPlayed
      activity.isSilent = !run.hasSounded
    }
    activity.conversedFor = conversations[application].map { now - $0 }
  }

  /// Follows an application that is heard, and may capture.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - isCapturing: Whether it captures.
  ///   - isPlayerPlaying: Whether its player says that it plays.
  ///   - now: The time.
  mutating func hear(
    _ application: Application,
    isCapturing: Bool,
    isPlayerPlaying: Bool,
    at now: Duration
  ) {
    if runs[application].map({ $0.isOver(at: now) }) ?? true {
      // Those of programs that have ended since, too.
      runs = runs.filter { !$0.value.isOver(at: now) }
      runs[application] = Run(since: now)
    }
    runs[application]?.stoppedAt = nil
    if isPlayerPlaying { runs[application]?.hasPlayed = true }
    if isCapturing {
      if conversations[application] == nil { conversations[application] = now }
    } else if conversations.removeValue(forKey: application) != nil {
      // What was said doesn't make what is heard now music.
      runs[application] = Run(since: now)
    }
  }

  /// Follows an application that isn't heard.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - isCapturing: Whether it captures.
  ///   - isHeld: Whether it is held, and goes on afterwards.
  ///   - now: The time.
  mutating func missSound(
    of application: Application,
    isCapturing: Bool,
    isHeld: Bool,
    at now: Duration
  ) {
    if !isHeld { beginGap(of: application, at: now) }
    if !isCapturing { conversations[application] = nil }
  }

  /// Begins a gap in the sound of an application, which ends its run if it lasts.
  mutating func beginGap(of application: Application, at now: Duration) {
    if runs[application]?.stoppedAt == nil { runs[application]?.stoppedAt = now }
  }

  /// The applications that are heard, in no order.
  var heard: [Application] { runs.filter { $0.value.stoppedAt == nil }.map { $0.key } }

  /// Notes that an application's player plays: what it plays is music from its first moment.
  mutating func notePlaying(_ application: Application) { runs[application]?.hasPlayed = true }

  /// Notes that sound was heard of an application.
  ///
  /// - Returns: Whether that is news.
  mutating func noteSound(of application: Application) -> Bool {
    guard runs[application]?.hasSounded == false else { return false }
    runs[application]?.hasSounded = true
    return true
  }

  /// When an application has been heard, or has conversed, for as long as a rule asks next.
  func nextJudgement(by rules: AdoptionRules) -> Duration? {
    let heard = runs.values.filter { $0.stoppedAt == nil && !$0.hasPlayed }.flatMap { run in
      rules.lastings.map { run.since + $0 }
    }
    let conversed = conversations.values.flatMap { since in rules.conversings.map { since + $0 } }
    return (heard + conversed).filter { $0 > judgedUntil }.min()
  }

  /// Takes the applications that have been heard, or have conversed, for as long as a rule asks,
  /// since they were taken last.
  mutating func takeDue(by rules: AdoptionRules, at now: Duration) -> Set<Application> {
    func isDue(_ since: Duration, _ times: [Duration]) -> Bool {
      times.contains { since + $0 > judgedUntil && since + $0 <= now }
    }
    let lasting = runs.filter {
      $0.value.stoppedAt == nil && isDue($0.value.since, rules.lastings)
    }
    let conversing = conversations.filter { isDue($0.value, rules.conversings) }
    judgedUntil = now
    return Set(lasting.keys).union(conversing.keys)
  }
}
