import Enforcement

// Streams whose sink is gone, or that another one was chosen for: their links go, and they mostly
// cease to run until they have others. Their programs haven't stopped, and are interrupted if the
// route is lost with the sink (R44).
extension Graph {
  /// The time that a stream has for a move.
  private static let patienceWithMove = Duration.seconds(1)

  /// Notes that a stream may be about to move, since a link of it is gone: the last to a sink or
  /// source, and not only that of a meter, which comes and goes beside it.
  func noteMove(of id: UInt32) {
    guard streams[id]?.state == .running, movedStreams[id] == nil,
      !links.peers(of: id).contains(where: { endpoints[$0] != nil })
    else { return }
    movedStreams[id] = false
  }

  /// Whether a stream's state is a part of its move, which isn't told.
  func isMove(of id: UInt32, to state: StreamState) -> Bool {
    guard let isPaused = movedStreams[id] else { return false }
    if state == .running {
      movedStreams[id] = nil
      // The first `Pause` went to a stream that had nothing to pause.
      if isPaused { pause(StreamID(id)) }
    }
    return true
  }

  /// Tells which streams have ceased to run, once that has lasted.
  func endMoves(at now: Duration) {
    guard !movedStreams.isEmpty else { return moveEnd = nil }
    let end = moveEnd ?? now + Graph.patienceWithMove
    moveEnd = end
    guard end <= now else { return }
    for id in movedStreams.keys.sorted() {
      guard let stream = streams[id], stream.reported != nil, stream.state != .running else {
        continue
      }
      events.append(.state(StreamID(id), stream.state))
    }
    movedStreams = [:]
    moveEnd = nil
  }
}
