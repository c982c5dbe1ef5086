/// The agent's mind: what the graph, the daemon and the players show goes in, what is to be done
/// about it comes out.
///
/// It decides nothing that the daemon decides: it carries out `enforcement.apply`, and opens and
/// operates the sessions of programs that never ask. It has no I/O and no clock of its own.
package struct Enforcer: Sendable {
  package internal(set) var settings: AgentSettings
  var streams: [StreamID: TrackedStream] = [:]
  var programs: [ProgramKey: Program] = [:]
  var players: [PlayerID: Player] = [:]
  /// The process on whose behalf an application's sessions are opened, while it has streams.
  var representatives: [Application: Int32] = [:]
  /// Sessions of programs that speak for themselves.
  var others: [UInt64: OtherSession] = [:]
  var targets: [UInt64: Target] = [:]
  /// Nil while there is no daemon.
  var daemon: DaemonFacts?
  /// Decisions that aren't heard yet, oldest first, and the streams that are still to fall silent.
  var unheard: [(seq: UInt64, streams: Set<StreamID>, until: Duration)] = []
  var lastOpening: UInt64 = 0
  var lastProgram: UInt64 = 0
  private var isStopping = false
  /// What the event that is being handled leads to.
  var effects: [EnforcerEffect] = []

  package init(settings: AgentSettings) { self.settings = settings }

  /// - Parameters:
  ///   - event: What happened.
  ///   - now: The time since some fixed moment, on a clock that never goes back.
  /// - Returns: What to do, in this order.
  package mutating func handle(_ event: EnforcerEvent, at now: Duration) -> [EnforcerEffect] {
    switch event {
    case .graph(let event): handle(event, at: now)
    case .daemon(let event): handle(event, at: now)
    case .players(let event): handle(event, at: now)
    case .settings(let settings):
      self.settings = settings
      judgeAll(at: now)
    case .timePassed: passTime(at: now)
    case .stop:
      isStopping = true
      releaseAll(at: now)
    }
    acknowledgeHeard(at: now)
    defer { effects = [] }
    return effects
  }

  /// Whether nothing is touched any more, so that an orderly end may happen.
  package var isAtRest: Bool {
    streams.values.allSatisfy { !$0.isTouched && !$0.fader.isMoving }
  }

  /// The programs in the order in which they came.
  var orderedKeys: [ProgramKey] {
    programs.values.sorted { $0.order < $1.order }.map(\.key)
  }

  /// Whether decisions are carried out: else everything is as its user wants it.
  var isEnforcing: Bool { daemon != nil && !isStopping }
}
