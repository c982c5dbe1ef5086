import Enforcement
import Glibc

extension Graph {
  /// The number of attempts to connect before PipeWire's socket has to appear anew.
  static let attempts = 6
  /// The delay before the first attempt; it doubles with each further one.
  private static let patience = Duration.milliseconds(25)

  /// Connects, or sets the problem and the time of the next attempt.
  ///
  /// A service manager holds PipeWire's socket while PipeWire restarts, so that no new one appears;
  /// and a socket can be seen a moment before anybody listens on it.
  func connect(at now: Duration) {
    retryTime = nil
    // What was touched through another connection, by whomever, isn't known any more. Before ours,
    // so that both use the same memory.
    Sweep.run(remote: remote)
    do {
      connection = try PipeWireConnection(listener: self, remote: remote)
      generation += 1
      problem = nil
    } catch {
      problem = Graph.sentence(error)
      guard error.code != ENOTSUP, attempts > 0 else { return }
      attempts -= 1
      retryTime = now + Graph.patience * (1 << (Graph.attempts - attempts - 1))
    }
  }

  /// Drops the connection and everything that was learned through it.
  func lose(at now: Duration) {
    connection = nil
    generation += 1
    problem = "PipeWire closed the connection"
    clients = [:]
    streams = [:]
    links = GraphLinks()
    moves = [:]
    endpoints = Endpoints()
    defaultMetadata = nil
    pendingRelease = nil
    routeReporter.noteAbsence()
    neighbours = GraphNeighbours()
    awaitRoute(nil)
    doubtEnd = nil
    events.append(.lost)
    attempts = Graph.attempts
    connect(at: now)
  }

  private static func sentence(_ failure: PipeWireConnection.Failure) -> String {
    switch failure.code {
    case ENOTSUP: "this audiosession-agent was built without PipeWire"
    case EHOSTDOWN: "PipeWire isn't running"
    default: "can't connect to PipeWire: \(String(cString: strerror(failure.code)))"
    }
  }
}
