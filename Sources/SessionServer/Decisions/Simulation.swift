import Arbitration
import AudioSessionTypes
import AudioSessionWire

/// What an activation or deactivation would lead to, tried on a copy of the core.
///
/// A class, since its closures look at the core, which can't be copied into them.
final class Simulation {
  private var core: Core
  private let server: Server
  private let viewer: Viewer
  private let epoch: Epoch
  private let now: Instant
  private var decision = Decision()
  private var rules = RuleSet()
  private var cells = CellSet()
  /// What was tried last.
  private var event: Event?
  /// What the description named that doesn't exist (R4).
  private var unknownValue: ParameterFault?
  /// A session that isn't there: on the wire it has the number 0.
  private var imagined: (id: SessionID, identity: SessionIdentity)?

  /// - Parameters:
  ///   - server: What is as it is.
  ///   - viewer: Who is to be shown what comes of it.
  ///   - policy: What is tried under another policy; nil: the one in force.
  init(of server: Server, for viewer: Viewer, under policy: Policy?) {
    core = server.core.copy()
    self.server = server
    epoch = server.epoch
    now = server.now
    self.viewer = viewer
    if let policy { core.apply(.reload(policy), at: now, into: &decision) }
  }

  /// Opens a session that isn't there; false if that is refused already.
  func open(
    _ id: SessionID,
    _ identity: SessionIdentity,
    _ scope: Scope,
    _ configuration: ConfigurationParameters,
    grants: Grants
  ) -> Bool {
    imagined = (id, identity)
    let (change, unknownValue) = core.arbiter.change(configuration)
    self.unknownValue = unknownValue
    let owner = identity.peer.owner
    apply(.open(Opening(id: id, owner: owner, scope: scope, change: change, grants: grants)))
    return core.isOpen(id)
  }

  func apply(_ event: Event) {
    self.event = event
    core.apply(event, at: now, into: &decision)
    rules.formUnion(decision.rules)
    cells.formUnion(decision.cells)
  }

  /// What the latest event would be answered with, and who would be told what.
  func result(for id: SessionID) -> SimulationResult {
    SimulationResult(
      reply: reply(id),
      notifications: decision.effects.compactMap { notification($0.effect) },
      rules: rules,
      cells: cells.cells.map { core.arbiter.kindNames[$0] }
    )
  }

  private func reply(_ id: SessionID) -> Result<SessionObject, RPCError> {
    for case (.refused(_, let error, let by), let reason) in decision.effects {
      let refused = Survey.Refused(error: error, by: by, reason: reason)
      let details = Refusal(
        refused,
        of: event,
        unknownValue: unknownValue,
        in: core.arbiter,
        blocker
      )
      return .failure(.refused(details))
    }
    guard let identity = identity(of: id),
      var object = core.object(id, identity, for: viewer, at: now)
    else { return .failure(.internalError) }
    object.session = number(id)
    object.duckedBy = object.duckedBy.map(number)
    object.interruptedBy = object.interruptedBy.map(number)
    return .success(object)
  }

  /// One line an effect, as in the real delivery: who wouldn't be told isn't.
  private func notification(_ effect: Effect) -> SimulatedNotification? {
    switch effect {
    case .granted, .refused, .changed, .enforcementChanged, .wake: nil
    case .closed(let id, let reason):
      told(id, SessionClosed(session: number(id), reason: reason))
    case .didBecomeActive(let id):
      toldLifecycle(id, SessionDidBecomeActive(session: number(id)))
    case .didBecomeInactive(let id, let source, let reason):
      toldLifecycle(
        id,
        SessionDidBecomeInactive(session: number(id), source: source, reason: reason)
      )
    case .began(let id, let reason, let by):
      told(id, SessionInterruption(session: number(id), .began(reason, by: by.flatMap(blocker))))
    case .ended(let id, let shouldResume):
      told(id, SessionInterruption(session: number(id), .ended(shouldResume: shouldResume)))
    case .ducking(let id, let gain, _, let ramp): told(id, ducking(id, gain, ramp))
    case .recommendation(let id, let recommendation):
      toldLifecycle(
        id,
        SessionResumptionRecommendation(session: number(id), recommendation: recommendation)
      )
    case .hint(let id, let isSilenced):
      told(id, SessionSilenceSecondaryAudioHint(session: number(id), isSilenced: isSilenced))
    // Neither an activation nor a deactivation changes a route.
    case .routeChanged: nil
    }
  }

  /// A lease without a connection hears nothing.
  private func told(_ id: SessionID, _ message: some Notification) -> SimulatedNotification? {
    guard id == imagined?.id || server.owner(of: id) != nil else { return nil }
    return SimulatedNotification(to: number(id), message, epoch: epoch, seq: core.arbiter.seq)
  }

  /// Only who asked for lifecycle events is told; the imagined client didn't.
  private func toldLifecycle(
    _ id: SessionID,
    _ message: some Notification
  ) -> SimulatedNotification? {
    server.owner(of: id)?.wantsLifecycle == true ? told(id, message) : nil
  }

  private func ducking(_ id: SessionID, _ gain: Double, _ ramp: Duration) -> SessionDucking {
    var message = core.ducking(id, gain, ramp)
    message.session = number(id)
    message.duckedBy = message.duckedBy.map(number)
    return message
  }

  private func blocker(_ id: SessionID) -> Blocker? {
    var blocker = core.blocker(id, identity(of: id), for: viewer)
    blocker?.session = number(id)
    return blocker
  }

  private func identity(of id: SessionID) -> SessionIdentity? {
    id == imagined?.id ? imagined?.identity : server.names[id]?.identity
  }

  private func number(_ id: SessionID) -> UInt64 { number(id.number) }

  private func number(_ number: UInt64) -> UInt64 { number == imagined?.id.number ? 0 : number }
}
