import Enforcement

// Commands to streams. One that is gone is skipped: its removal has been told or will be.
extension Graph {
  func perform(_ effect: GraphEffect) {
    switch effect {
    case .setVolumes(let stream, let volumes, let isTouched):
      setVolumes(stream, volumes, isTouched: isTouched)
    case .pause(let stream): pause(stream)
    case .start(let stream): start(stream)
    case .direct(let stream, let port): direct(stream, to: port)
    case .listen(let stream, let isWanted): listen(to: stream, isWanted)
    }
  }

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
    streams[id]?.touch = isTouched ? volumes : nil
    let isMuted = value.volumes?.isMuted ?? false
    connection.setSoftVolumes(id, volumes, isMuted: isMuted)
    if !isTouched, value.touch != nil { pendingRelease = connection.synchronize() }
  }

  /// Sends the node command `Pause`, which stops the program where it is.
  func pause(_ stream: StreamID) {
    guard let (connection, _) = recipient(stream) else { return }
    moves[stream.number]?.isPaused = true
    streams[stream.number]?.pendingStart = nil
    connection.pause(stream.number)
  }

  /// Sends the node command `Start`, unless the stream's own program has stopped it.
  ///
  /// Such a stream would stay stopped, and stay silent when its program starts it. A stream stopped
  /// by `Pause` still shows as running.
  func start(_ stream: StreamID) {
    guard let (connection, value) = recipient(stream) else { return }
    moves[stream.number]?.isPaused = false
    guard value.state == .running else { return }
    connection.start(stream.number)
    pendingRelease = connection.synchronize()
    streams[stream.number]?.pendingStart = pendingRelease
  }

  /// Begins or ceases to tell a stream's peaks.
  func listen(to stream: StreamID, _ isWanted: Bool) {
    guard let (connection, value) = recipient(stream) else { return }
    if !isWanted {
      connection.ignore(stream.number)
    } else if !connection.listen(to: stream.number, serial: value.serial) {
      events.append(.peak(stream, nil))
    }
  }

  /// Handles a stream that its program has stopped or started.
  func carryOn(_ id: UInt32, _ stream: GraphStream, to state: StreamState) {
    if state != .running {
      // It may have been before our `Start` came, which was meant for one that runs.
      if stream.pendingStart != nil { streams[id]?.isStartStray = true }
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
}
