import AudioSessionTypes

/// The agent's core: takes the events of the graph, the daemon and the players, and returns the
/// effects to perform.
///
/// It leaves the decisions to the daemon: it carries out `enforcement.apply`, and opens and
/// operates sessions for programs that don't. It has no I/O and no clock of its own.
package struct Enforcer: Sendable {
  package internal(set) var settings: AgentSettings
  var streams = Streams()
  var programs: [ProgramKey: Program] = [:]
  var players: [PlayerID: Player] = [:]
  /// The process on whose behalf an application's sessions are opened, while it has streams.
  var representatives: [Application: Int32] = [:]
  var history = ActivityHistory()
  var daemon = DaemonState()
  /// Decisions that aren't audible yet, oldest first, with the streams that have yet to fall
  /// silent.
  var unheard: [(seq: UInt64, streams: Set<StreamID>, until: Duration)] = []
  var lastOpening: UInt64 = 0
  var lastProgram: UInt64 = 0
  /// The desktop's Do Not Disturb.
  var isNotToBeDisturbed = false
  /// What was reported of users' mutes, by session (R68).
  var toldMutes: [UInt64: SoundDirections] = [:]
  /// Whether something has happened that may have changed them.
  var mutesMayDiffer = false
  /// Whether something has happened that may have changed where streams are to go.
  var portsMayDiffer = false
  private var isStopping = false
  /// The effects of the event that is being handled.
  var effects: [EnforcerEffect] = []

  package init(settings: AgentSettings) { self.settings = settings }

  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time since a fixed moment, on a monotonic clock.
  /// - Returns: The effects to perform, in this order.
  package mutating func handle(_ event: EnforcerEvent, at now: Duration) -> [EnforcerEffect] {
    switch event {
    case .graph(let event): handle(event, at: now)
    case .daemon(let event):
      portsMayDiffer = true
      handle(event, at: now)
    case .players(let event): handle(event, at: now)
    case .keepPaused: keepPaused(at: now)
    case .locked(let isLocked): setLocked(isLocked, at: now)
    case .doNotDisturb(let isOn): setDoNotDisturb(isOn, at: now)
    case .settings(let settings):
      self.settings = settings
      portsMayDiffer = true
      if !settings.pausesOnLock { unlock(at: now) }
      judgeAll(at: now)
    case .timePassed: passTime(at: now)
    case .stop:
      isStopping = true
      portsMayDiffer = true
      releaseAll(at: now)
    }
    reportMutes()
    directStreams()
    acknowledgeHeard(at: now)
    defer { effects = [] }
    return effects
  }

  /// Whether nothing is touched any more, so that the agent may end.
  package var isAtRest: Bool { streams.isAtRest }

  /// Adds effects on streams.
  mutating func perform(_ effects: [GraphEffect]) { self.effects += effects.map { .graph($0) } }

  /// The programs in order of appearance.
  var orderedKeys: [ProgramKey] {
    programs.values.sorted { $0.order < $1.order }.map { $0.key }
  }

  /// Whether decisions are carried out; otherwise everything is as its user wants it.
  var isEnforcing: Bool { daemon.facts != nil && !isStopping }
}
