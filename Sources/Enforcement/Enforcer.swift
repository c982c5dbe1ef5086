/// The agent's mind: what the graph, the daemon and the players show goes in, what is to be done
/// about it comes out.
///
/// It decides nothing that the daemon decides: it carries out `enforcement.apply`, and opens and
/// operates the sessions of programs that never ask. It has no I/O and no clock of its own.
package struct Enforcer: Sendable {
  package private(set) var settings: AgentSettings

  package init(settings: AgentSettings) { self.settings = settings }

  /// When ``EnforcerEvent/timePassed`` is to be told at the latest, on the same clock as `now`;
  /// nil: nothing waits.
  package var deadline: Duration? { nil }

  /// - Parameters:
  ///   - event: What happened.
  ///   - now: The time since some fixed moment, on a clock that never goes back.
  /// - Returns: What to do, in this order.
  package mutating func handle(_ event: EnforcerEvent, at now: Duration) -> [EnforcerEffect] { [] }

  /// Whether nothing is touched any more, so that an orderly end may happen.
  package var isAtRest: Bool { true }

  /// All streams, by number.
  package var report: [StreamReport] { [] }
}
