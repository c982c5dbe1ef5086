/// Handling of the audio graph's events.
extension Enforcer {
  mutating func handle(_ event: GraphEvent, at now: Duration) {
    switch event {
    case .added, .changed, .removed, .lost: (mutesMayDiffer, portsMayDiffer) = (true, true)
    // Not where only a volume is another, as in each step of a ramp.
    case .volumes(let id, let volumes):
      if streams[id]?.isMuted != volumes.isMuted { mutesMayDiffer = true }
    case .state, .peak: break
    }
    switch event {
    case .added(let id, let description):
      if streams[id] != nil { remove(id, at: now) }
      streams.add(id, description, at: now)
      judge([id], at: now)
    case .changed(let id, let description):
      if streams.describe(id, description) { judge([id], at: now) }
    case .state(let id, let state): change(id, to: state, at: now)
    case .volumes(let id, let volumes): see(volumes, of: id, at: now)
    case .peak(let id, let peak): hear(peak, of: id, at: now)
    case .removed(let id): remove(id, at: now)
    case .lost: for id in streams.ids { remove(id, at: now) }
    }
  }

  private mutating func change(_ id: StreamID, to state: StreamState, at now: Duration) {
    guard let former = streams.setState(id, state, at: now) else { return }
    followUse(of: id, since: former, at: now)
    setLevel(of: id, at: now)
    if state == .running { endReturn(of: id) }
  }

  /// Handles a stream that may have begun or ceased to be used by its program.
  mutating func followUse(of id: StreamID, since former: TrackedStream, at now: Duration) {
    if let stream = streams[id], stream.isOpen != former.isOpen,
      let application = Application(stream.description)
    {
      followActivity(of: application, at: now)
      judge(streamsOf: [application], at: now)
    }
    guard let stream = streams[id], stream.isInUse != former.isInUse, let key = stream.program
    else { return }
    if stream.isInUse {
      programs[key]?.begin()
      if stream.description.direction == .output { playOn(key, at: now) }
    } else if stream.isOpen {
      return fallSilent(key, at: now)
    } else {
      pauseOrEnd(key, at: now)
    }
    settle(key, at: now)
  }

  /// Ends the return of a resumed program, whose stream runs again.
  private mutating func endReturn(of id: StreamID) {
    guard let key = streams[id]?.program, programs[key]?.sessionState == .active else { return }
    programs[key]?.isReturning = false
  }

  /// Handles a stream of the program that stops running.
  mutating func pauseOrEnd(_ key: ProgramKey, at now: Duration) {
    guard let program = programs[key] else { return }
    if !isRunning(program) {
      programs[key]?.stop(at: now)
    } else if isFallingSilent(program) {
      programs[key]?.lingersUntil = now + program.adoption.linger
    }
  }

  private mutating func see(_ volumes: StreamVolumes, of id: StreamID, at now: Duration) {
    guard let (former, isWish) = streams.see(volumes, of: id, at: now) else { return }
    if isWish, let stream = streams[id] {
      if isMutedByProgram(stream) {
        tellOfWish(toHear: stream)
      } else if isHeld(stream) {
        override(id, at: now)
      }
    }
    followUse(of: id, since: former, at: now)
    perform(streams.sendVolumes(id))
  }

  /// Lets a held stream be heard until the next decision, since its user wants it (R57).
  private mutating func override(_ id: StreamID, at now: Duration) {
    streams.override(id, true)
    setLevel(of: id, at: now)
  }

  /// Handles a stream of the program that is removed.
  ///
  /// The program lingers as if the stream had stopped, since players replace their stream between
  /// two pieces. If the process has ended, the daemon knows (R48).
  private mutating func end(_ id: StreamID, of key: ProgramKey, at now: Duration) {
    guard let program = programs[key] else { return }
    programs[key]?.streams.remove(id)
    let isLast = program.streams == [id]
    if program.session != nil && isLast {
      programs[key]?.lingersUntil = now + program.adoption.linger
    }
    pauseOrEnd(key, at: now)
    settle(key, at: now)
  }

  private mutating func remove(_ id: StreamID, at now: Duration) {
    guard let stream = streams.remove(id) else { return }
    if let key = stream.program { end(id, of: key, at: now) }
    if let application = Application(stream.description) {
      followActivity(of: application, at: now)
      if !streams.contains(application) {
        representatives[application] = nil
        history.beginGap(of: application, at: now)
      }
      if stream.description.direction == .input { judge(streamsOf: [application], at: now) }
    }
  }
}
