import Enforcement
import Glibc

extension Graph {
  /// How often a lost PipeWire is asked for again before somebody has to say that it is back.
  static let attempts = 6
  /// How long the first attempt waits; each further one waits twice as long.
  private static let patience = Duration.milliseconds(25)

  /// Connects, or says why not and when to try again.
  ///
  /// A service manager holds PipeWire's socket while PipeWire restarts, so that no new one appears;
  /// and a socket can be seen a moment before anybody listens on it.
  func connect(at now: Duration) {
    retryTime = nil
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

  /// Lets go of everything that was the connection's.
  func lose(at now: Duration) {
    connection = nil
    generation += 1
    problem = "PipeWire has ended the connection"
    for stream in streams.values { noteEnd(of: stream) }
    clients = [:]
    streams = [:]
    links = GraphLinks()
    endpoints = Endpoints()
    defaultMetadata = nil
    releases.removeAll()
    awaitRoute(nil)
    doubtEnd = nil
    events.append(.lost)
    attempts = Graph.attempts
    connect(at: now)
  }

  private static func sentence(_ failure: PipeWireConnection.Failure) -> String {
    switch failure.code {
    case ENOTSUP: "this audiosession-agent was built without PipeWire"
    case EHOSTDOWN: "PipeWire isn't there"
    default: "PipeWire can't be connected to: \(String(cString: strerror(failure.code)))"
    }
  }
}
