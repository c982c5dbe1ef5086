import Enforcement

/// The time in which a stream may cease to run and run again without having stopped.
struct StreamMove {
  /// Whether it was paused since.
  var isPaused = false
  /// Nil until the events with which it began have all been handled.
  var end: Duration?
}

// Streams whose sink is gone, or that another one was chosen for: their links go, and they mostly
// cease to run until they have others. Their programs haven't stopped, and are interrupted if the
// route is lost with the sink (R44).
extension Graph {
  /// The time that a stream has for a move.
  private static let patienceWithMove = Duration.seconds(1)

  /// When the first move is over at the latest.
  var moveEnd: Duration? { moves.values.lazy.compactMap { $0.end }.min() }

  /// Notes that a stream may be about to move, since a link of it is gone: the last to a sink or
  /// source, and not only that of a meter, which comes and goes beside it.
  func noteMove(of id: UInt32) {
    guard let stream = streams[id], stream.reported != nil, stream.state == .running,
      moves[id] == nil, !links.peers(of: id).contains(where: { endpoints[$0] != nil })
    else { return }
    moves[id] = StreamMove()
    mayHaveMissedDefaults = true
  }

  /// Whether a stream's state is a part of its move, which isn't told.
  func isMove(of id: UInt32, to state: StreamState) -> Bool {
    guard let move = moves[id] else { return false }
    if state == .running {
      moves[id] = nil
      // The first `Pause` went to a stream that had nothing to pause.
      if move.isPaused { pause(StreamID(id)) }
    }
    return true
  }

  /// Tells which streams have ceased to run, once that has lasted.
  func endMoves(at now: Duration) {
    for id in moves.keys.sorted() {
      guard let end = moves[id]?.end else {
        moves[id]?.end = now + Graph.patienceWithMove
        continue
      }
      guard end <= now else { continue }
      moves[id] = nil
      guard let stream = streams[id], stream.reported != nil, stream.state != .running else {
        continue
      }
      events.append(.state(StreamID(id), stream.state))
    }
  }
}
