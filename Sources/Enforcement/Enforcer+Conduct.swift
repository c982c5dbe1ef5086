/// What programs have done until now: since when they are heard, and whether they converse.
extension Enforcer {
  /// What the program of a stream has done until now.
  func conduct(
    of stream: StreamDescription,
    _ application: Application?,
    at now: Duration
  ) -> ProgramConduct {
    var conduct = ProgramConduct()
    conduct.player = player(of: stream)?.identity
    guard let application else { return conduct }
    conduct.isCapturing = isCapturing(application)
    if let run = runs[application], !run.isOver(at: now) {
      conduct.heardFor = now - run.since
      conduct.hasPlayed = run.hasPlayed
      conduct.isSilent = !run.hasSounded
    }
    conduct.conversedFor = conversations[application].map { now - $0 }
    return conduct
  }

  private func isCapturing(_ application: Application) -> Bool {
    streams.values.contains {
      $0.description.direction == .input && $0.state == .running
        && Application($0.description) == application
    }
  }

  private func isHeard(_ application: Application) -> Bool {
    streams.values.contains {
      $0.description.direction == .output && $0.isHeard
        && Application($0.description) == application
    }
  }

  /// Follows an application one of whose streams has begun or ceased to run or to be heard.
  mutating func followConduct(of application: Application, at now: Duration) {
    let isHeard = isHeard(application)
    followRun(of: application, isHeard: isHeard, at: now)
    if !isCapturing(application) {
      // What was said doesn't make what is heard now music.
      if conversations.removeValue(forKey: application) != nil, isHeard {
        runs[application] = Run(since: now)
      }
    } else if isHeard && conversations[application] == nil {
      conversations[application] = now
    }
  }

  private mutating func followRun(of application: Application, isHeard: Bool, at now: Duration) {
    guard isHeard else {
      // Who is held goes on afterwards.
      if runs[application]?.stoppedAt == nil, !isHeld(application) {
        runs[application]?.stoppedAt = now
      }
      return
    }
    if runs[application].map({ $0.isOver(at: now) }) ?? true {
      // Those of programs that have ended since, too.
      runs = runs.filter { !$0.value.isOver(at: now) }
      runs[application] = Run(since: now)
    }
    runs[application]?.stoppedAt = nil
    if isPlayerPlaying(application) { runs[application]?.hasPlayed = true }
  }

  /// Ends the run of an application that has no stream any more, or rather begins a gap.
  mutating func endRun(of application: Application, at now: Duration) {
    if runs[application]?.stoppedAt == nil { runs[application]?.stoppedAt = now }
  }

  private func isHeld(_ application: Application) -> Bool {
    programs.values.contains { $0.key.application == application && $0.isHeld }
  }

  /// Takes note of players that play: what they play is music from its first moment.
  mutating func followPlayer(of application: Application) {
    guard runs[application]?.stoppedAt == nil, isPlayerPlaying(application) else { return }
    runs[application]?.hasPlayed = true
  }

  private func isPlayerPlaying(_ application: Application) -> Bool {
    streams.values.contains {
      $0.description.direction == .output && Application($0.description) == application
        && player(of: $0.description)?.status == .playing
    }
  }

  /// When an application has been heard, or has conversed, for as long as a rule asks next.
  var nextJudgement: Duration? {
    let heard = runs.values.filter { $0.stoppedAt == nil && !$0.hasPlayed }.flatMap { run in
      settings.rules.lastings.map { run.since + $0 }
    }
    let conversed = conversations.values.flatMap { since in
      settings.rules.conversings.map { since + $0 }
    }
    return (heard + conversed).filter { $0 > judgedUntil }.min()
  }

  /// Judges the applications again that have been heard, or have conversed, for as long as a rule
  /// asks.
  mutating func judgeLasting(at now: Duration) {
    func isDue(_ since: Duration, _ times: [Duration]) -> Bool {
      times.contains { since + $0 > judgedUntil && since + $0 <= now }
    }
    let lasting = runs.filter {
      $0.value.stoppedAt == nil && isDue($0.value.since, settings.rules.lastings)
    }
    let conversing = conversations.filter { isDue($0.value, settings.rules.conversings) }
    judgedUntil = now
    judge(streamsOf: Set(lasting.keys).union(conversing.keys), at: now)
  }
}
