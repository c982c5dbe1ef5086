import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

/// Simulates an activation or deactivation on a copy of all sessions.
///
/// No message is sent; the notifications that would be sent are collected.
final class Simulation {
  private var sessions: Sessions
  private let connections: Connections
  private let viewer: Viewer
  private let epoch: Epoch
  private let now = Instant.now
  private var decision = Decision()
  private var rules = RuleSet()
  private var cells = CellSet()
  /// The latest event applied.
  private var event: Event?
  /// The value in the described session that doesn't exist (R4).
  private var unknownValue: MemberFault?
  /// The session that exists only in the simulation, if any.
  private let imagined: SessionID?
  /// The notifications that would be sent, in order.
  private var notifications: [SimulatedNotification] = []

  /// - Parameters:
  ///   - sessions: The current sessions.
  ///   - connections: The connections of their owners.
  ///   - epoch: The daemon's epoch.
  ///   - viewer: The viewer to whom the result is shown.
  ///   - imagined: A session that will be opened only in the simulation.
  ///   - policy: The policy to simulate; nil for the one in force.
  init(
    of sessions: borrowing Sessions,
    _ connections: Connections,
    epoch: Epoch,
    for viewer: Viewer,
    imagining imagined: SessionID?,
    under policy: Policy?
  ) {
    self.sessions = sessions.copy(imagining: imagined)
    self.connections = connections
    self.epoch = epoch
    self.viewer = viewer
    self.imagined = imagined
    if let policy { self.sessions.apply(.reload(policy), at: now, into: &decision) }
  }

  /// Opens the simulated session; returns false if opening it is refused.
  func open(
    _ id: SessionID,
    _ identity: SessionIdentity,
    _ configuration: ConfigurationParameters,
    grants: Grants
  ) -> Bool {
    let own = ApplicationID(identity.peer.process)
    let scope = sessions.scope(of: identity.applicationName, identity.zone, orElse: own)
    _ = sessions.assign(id, identity, to: nil)
    let (change, unknownValue) = sessions.change(configuration)
    self.unknownValue = unknownValue
    let owner = identity.peer.owner(wantsLifecycle: false)
    apply(.open(Opening(id: id, owner: owner, scope: scope, change: change, grants: grants)))
    return sessions.isOpen(id)
  }

  func apply(_ event: Event) {
    self.event = event
    sessions.apply(event, at: now, into: &decision)
    rules.formUnion(decision.rules)
    cells.formUnion(decision.cells)
  }

  /// Returns the reply to the latest event and the notifications that would be sent.
  func result(for id: SessionID) -> SimulationResult {
    notifications = []
    for (effect, _) in decision.effects { sessions.tell(effect, to: self) }
    let names = sessions.kindNames
    return SimulationResult(
      reply: SimulatedReply(reply(id)),
      notifications: notifications,
      rules: rules,
      cells: cells.cells.map { names[$0] }
    )
  }

  private func reply(_ id: SessionID) -> Result<SessionObject, RPCError> {
    if let refused = DecisionSummary(decision.effects).refused {
      let error = sessions.refusal(refused, of: event, unknownValue: unknownValue, for: viewer)
      return .failure(error)
    }
    return sessions.object(id, for: viewer, at: now).map(Result.success)
      ?? .failure(.internalError)
  }
}

extension Simulation: Audience {
  /// Receives the notifications that a session's owner would get.
  struct Listener: SessionListener {
    let session: SessionID
    let viewer: Viewer
    let wantsLifecycle: Bool
    fileprivate let simulation: Simulation

    var isBehind: Bool { false }

    func coalesce(_ change: Change) -> Change? { change }

    func hear(_ message: some Notification, _ change: Change?) {
      simulation.note(message, to: session)
    }
  }

  /// Returns nil for a lease without a connection; the simulated client asked for no lifecycle
  /// events.
  func listener(of session: SessionID) -> Listener? {
    let owner = sessions.connection(of: session).flatMap { connections[$0] }
    guard session == imagined || owner != nil else { return nil }
    return Listener(
      session: session,
      viewer: viewer,
      wantsLifecycle: owner?.introduction.wantsLifecycle ?? false,
      simulation: self
    )
  }

  private func note(_ message: some Notification, to session: SessionID) {
    let number = sessions.number(session)
    let notification = SimulatedNotification(to: number, message, epoch: epoch, seq: sessions.seq)
    notifications.append(notification)
  }
}
