import AudioSessionTypes

/// Listening to the streams whose rules say that they claim something only while they are heard.
extension Enforcer {
  /// Begins or ceases to listen to a stream that was judged: because its rule asks, or because
  /// another rule would take it if it weren't silent.
  mutating func listenIfAsked(to id: StreamID, _ activity: ProgramActivity, at now: Duration) {
    guard let stream = streams[id] else { return }
    let isAsked =
      daemon.facts != nil && stream.description.direction == .output
      && (stream.verdict.adoption?.whileHeard == true || isSoundAwaited(of: stream, activity))
    perform(streams.listen(to: id, isAsked, at: now))
  }

  private func isSoundAwaited(of stream: TrackedStream, _ activity: ProgramActivity) -> Bool {
    guard activity.isSilent, let time = activity.heardFor,
      settings.rules.lastings.contains(where: { $0 <= time })
    else { return false }
    var sounding = activity
    sounding.isSilent = false
    let (verdict, _) = settings.rules.judgement(
      on: stream.description,
      sounding,
      facts: daemon.facts
    )
    return verdict != stream.verdict
  }

  /// Handles a stream that claims something from now on, or nothing any more, by another rule.
  mutating func followRule(of id: StreamID, at now: Duration) {
    guard let stream = streams[id], stream.isOpen, let key = stream.program else { return }
    if stream.isInUse { programs[key]?.begin() } else { pauseOrEnd(key, at: now) }
    settle(key, at: now)
  }

  /// Takes a stream's peak; nil if nothing more is told of it.
  mutating func hear(_ peak: Float?, of id: StreamID, at now: Duration) {
    changeHearing(of: id, at: now) { stream, hearing in
      // What is heard of it comes after our own factor.
      let own = peak.map { $0 / Float(stream.fader.value) }
      hearing.take(own, linger: stream.verdict.adoption?.linger ?? .zero, at: now)
    }
  }

  /// Applies the deadlines of the streams that are listened to.
  mutating func listen(until now: Duration) {
    for id in streams.timedIDs where streams[id]?.hearingDeadline.map({ $0 <= now }) == true {
      changeHearing(of: id, at: now) { $1.advance(to: now) }
    }
  }

  private mutating func changeHearing(
    of id: StreamID,
    at now: Duration,
    _ change: (TrackedStream, inout Hearing) -> Void
  ) {
    guard let former = streams.changeHearing(of: id, change) else { return }
    followUse(of: id, since: former, at: now)
    if streams[id]?.hearing?.isHeard == true { noteSound(of: former.description, at: now) }
    setLevel(of: id, at: now)
  }

  private mutating func noteSound(of stream: StreamDescription, at now: Duration) {
    guard let application = Application(stream), history.noteSound(of: application) else { return }
    judge(streamsOf: [application], at: now)
  }

  /// Handles a program of which nothing is heard any more: it ceases to claim anything of others.
  ///
  /// Its session is closed, which also ends what it interrupted. While it captures, it has another
  /// one that lowers nobody, since calls and the like stop it all the same.
  mutating func fallSilent(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key], !hasSound(program), !program.isHeld else { return }
    let captures = isRunning(program)
    if !captures { programs[key]?.isWanted = false }
    // The latter for a session that is being opened.
    programs[key]?.lingersUntil = captures ? nil : now + program.adoption.linger
    close(key)
    settle(key, at: now)
    setLevels(of: key, at: now)
  }

  /// What the program's session is to be now.
  func configuration(of program: Program) -> SessionConfiguration {
    let isSilent =
      program.adoption.whileHeard && !hasSound(program) && program.lingersUntil == nil
    let wanted = program.adoption.configuration
    return isSilent ? wanted.beforeSound : wanted
  }

  /// Whether a program that captures on has just ceased to be heard, and lingers as what it was.
  func isFallingSilent(_ program: Program) -> Bool {
    program.adoption.whileHeard && !hasSound(program) && !program.isHeld
      && program.configuration == program.adoption.configuration
  }

  /// Whether any of its streams is heard, as far as is known.
  func hasSound(_ program: Program) -> Bool {
    program.streams.contains {
      streams[$0]?.description.direction == .output && streams[$0]?.isInUse == true
    }
  }
}

extension SessionConfiguration {
  /// The same beside others, of which it wants nothing yet.
  fileprivate var beforeSound: SessionConfiguration {
    var configuration = self
    configuration.options.subtract([.duckOthers, .interruptSpokenAudioAndMixWithOthers])
    configuration.options.insert(.mixWithOthers)
    if configuration.category == .soloAmbient { configuration.category = .ambient }
    configuration.role = nil
    return configuration
  }
}
