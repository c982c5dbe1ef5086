import Enforcement

// Commands to streams. One that is gone is skipped: its removal has been told or will be.
extension Graph {
  /// Sets the soft volumes of a stream, which are heard in place of its own volumes.
  ///
  /// The user's mute is kept: PipeWire would drop it together with the user's volumes.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - volumes: The linear volume of each channel.
  ///   - isTouched: Whether the stream now differs from what its user wants.
  func setVolumes(_ stream: StreamID, _ volumes: [Float], isTouched: Bool) {
    let id = stream.number
    guard let (connection, value) = recipient(stream) else { return }
    if isTouched {
      begin(.touched(name(of: value)), insteadOf: .released(name(of: value)))
    }
    streams[id]?.touch = isTouched ? volumes : nil
    let isMuted = value.volumes?.isMuted ?? false
    connection.setSoftVolumes(id, volumes, isMuted: isMuted)
    if !isTouched, value.touch != nil { end(.released(name(of: value))) }
  }

  /// Sends the node command `Pause`, which stops the program where it is.
  func pause(_ stream: StreamID) {
    guard let (connection, value) = recipient(stream) else { return }
    begin(.paused(name(of: value)), insteadOf: .started(name(of: value)))
    connection.pause(stream.number)
  }

  /// Sends the node command `Start`, unless the stream's own program has stopped it.
  ///
  /// Such a stream would stay stopped, and stay silent when its program starts it. A stream stopped
  /// by `Pause` still shows as running.
  func start(_ stream: StreamID) {
    guard let (connection, value) = recipient(stream) else { return }
    if value.state == .running { connection.start(stream.number) }
    end(.started(name(of: value)))
  }

  /// Handles a stream that its program has stopped or started.
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

  /// Sends the commands now, rather than when the loop comes round.
  ///
  /// Events that arrive meanwhile are for the next ``takeEvents()``, which is due after this.
  func flush(at now: Duration) {
    hasCommands = false
    dispatch(at: now)
  }

  /// The stream that a command is for, and the connection to send it by; nil if either is gone.
  private func recipient(_ stream: StreamID) -> (PipeWireConnection, GraphStream)? {
    hasCommands = true
    guard let connection, let value = streams[stream.number] else { return nil }
    return (connection, value)
  }

  /// Notes that the stream is gone, so that nothing is left to restore.
  func noteEnd(of stream: GraphStream) {
    ledger?.note(.released(name(of: stream)))
    ledger?.note(.started(name(of: stream)))
  }

  /// Notes a transition before it happens.
  private func begin(_ transition: LedgerTransition, insteadOf release: LedgerTransition) {
    releases.remove(release)
    ledger?.note(transition)
  }

  /// Notes a release once PipeWire has handled it.
  private func end(_ transition: LedgerTransition) {
    guard let sequence = connection?.synchronize() else { return }
    releases.add(transition, at: sequence)
  }

  func name(of stream: GraphStream) -> LedgerStream {
    LedgerStream(cookie: cookie, serial: stream.serial)
  }
}
