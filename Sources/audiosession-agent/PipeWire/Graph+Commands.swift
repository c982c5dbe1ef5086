import Enforcement

// What is done to streams. One that has gone is passed over: its removal has been told or will be.
extension Graph {
  /// Sets what a stream is heard with in place of its own volumes.
  ///
  /// The user's mute goes on: PipeWire drops it together with his volumes where soft ones are set.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - volumes: Linear, one a channel.
  ///   - isTouched: Whether the stream is now other than its user wants it.
  func setVolumes(_ stream: StreamID, _ volumes: [Float], isTouched: Bool) {
    let id = stream.number
    guard let connection, let value = streams[id] else { return }
    if isTouched {
      begin(.touched(name(of: value)), insteadOf: .released(name(of: value)))
    }
    streams[id]?.touch = isTouched ? volumes : nil
    let isMuted = value.volumes?.isMuted ?? false
    connection.setSoftVolumes(id, volumes, isMuted: isMuted)
    if !isTouched, value.touch != nil { end(.released(name(of: value))) }
  }

  /// Sends the node command `Pause`: the program is stopped where it is.
  func pause(_ stream: StreamID) {
    guard let connection, let value = streams[stream.number] else { return }
    begin(.paused(name(of: value)), insteadOf: .started(name(of: value)))
    connection.pause(stream.number)
  }

  /// Sends the node command `Start`, unless the stream's own program has stopped it.
  ///
  /// Such a stream would stay stopped, and stay silent when its program starts it. One that `Pause`
  /// has stopped shows as running.
  func start(_ stream: StreamID) {
    guard let connection, let value = streams[stream.number] else { return }
    if value.state == .running { connection.start(stream.number) }
    end(.started(name(of: value)))
  }

  /// Its program has stopped the stream or started it, by its state.
  func carryOn(_ id: UInt32, _ stream: GraphStream, to state: StreamState) {
    if state != .running {
      // This ends our `Pause`: nobody may start it in its program's place.
      let started = LedgerTransition.started(name(of: stream))
      ledger?.note(started)
      // It may have been before our `Start` came, which was meant for one that runs.
      if releases.contains(started) { streams[id]?.isStartStray = true }
      return
    }
    if stream.isStartStray {
      // Now it is silent though it runs; this mends it.
      streams[id]?.isStartStray = false
      connection?.pause(id)
      connection?.start(id)
    }
    // What was set at its birth may have been dropped since without a trace: the session manager
    // sets the volumes that it remembers, and the format's negotiation sets those of its channels.
    if let touch = stream.touch {
      connection?.setSoftVolumes(id, touch, isMuted: stream.volumes?.isMuted ?? false)
    }
  }

  /// Sends what was done, now and not only when the loop comes round.
  ///
  /// What PipeWire tells meanwhile is for the next ``takeEvents()``, which is due after this.
  func flush(at now: Duration) { dispatch(at: now) }

  /// The stream is no more: there is nothing to give back.
  func noteEnd(of stream: GraphStream) {
    ledger?.note(.released(name(of: stream)))
    ledger?.note(.started(name(of: stream)))
  }

  /// Notes what is about to be done, before it is.
  private func begin(_ transition: LedgerTransition, insteadOf release: LedgerTransition) {
    releases.remove(release)
    ledger?.note(transition)
  }

  /// Notes what has been given back, after PipeWire has dealt with it.
  private func end(_ transition: LedgerTransition) {
    guard let sequence = connection?.synchronize() else { return }
    releases.add(transition, at: sequence)
  }

  func name(of stream: GraphStream) -> LedgerStream {
    LedgerStream(cookie: cookie, serial: stream.serial)
  }
}
