import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile
import EventLoop

/// One peer's connection: what was read of it, what is to be written, and what it asked to be told.
final class Connection {
  /// Whether it follows the decisions (scope `all`).
  enum Observation: Equatable {
    case none
    case following
    /// The reader is behind: decisions from this one on were left out.
    case lagging(from: UInt64)
  }

  let id: ConnectionID
  let peer: PeerIdentity
  let process: ClientProcess
  let share: UserShare
  let socket: Socket

  var life = ConnectionLife()
  var input: ConnectionInput
  var outbox: Outbox
  /// What the poller watches for.
  var interest: Poller.Interest = [.reading]
  /// Unread and unsent bytes as the user's share knows them.
  var accounted = Bytes()
  /// It is looked at when the turn ends.
  var isDirty = false
  /// It stands in the run queue.
  var isQueued = false
  /// Its large request waits for the user's other answers to be read.
  var isParked = false
  /// Its place in the ledger, if the manager's store has it.
  var place: Ledger.Place?
  /// It asked for a place in the manager's store that it hasn't got yet.
  var awaitsPlace = false

  var grants: PeerGrants
  /// Its `hello` named no protocol that is spoken here.
  var isRefused = false
  /// Its `hello` named another epoch, so that sessions it doesn't know are expired ones (R49).
  var hasOutlivedEpoch = false
  /// The application that its `hello` named, and when: of a process's connections the one that named
  /// one last counts for sessions on the process's behalf (R52).
  var application: (name: String, order: UInt64)?
  /// Its `hello` asked for lifecycle events.
  var wantsLifecycle = false
  var observation = Observation.none
  /// What enforcers were sent last.
  var lastTargets: [EnforcementTarget] = []
  /// The sessions it opened, leases too.
  var sessions: [SessionID] = []

  init(
    id: ConnectionID,
    peer: PeerIdentity,
    process: ClientProcess,
    share: UserShare,
    socket: consuming Socket,
    limits: Limits,
    grants: PeerGrants
  ) {
    self.id = id
    self.peer = peer
    self.process = process
    self.share = share
    self.socket = socket
    self.grants = grants
    input = ConnectionInput(lineBytes: limits.lineBytes)
    outbox = Outbox(coalesceBytes: limits.coalesceBytes, unsentLimit: limits.unsentBytes)
  }

  var viewer: Viewer {
    let seesEverything = grants.holds(.observe) || grants.holds(.admin)
    return Viewer(user: peer.user, seesEverything: seesEverything)
  }

  /// The named application among those of all users.
  var applicationName: ApplicationName? {
    application.map { ApplicationName(user: peer.user, name: $0.name) }
  }

  /// Its peer always has a place.
  var isPrivileged: Bool { grants.isPrivileged(peer.user) }

  /// Whether a request may be carried out: not while the reader is behind.
  ///
  /// A batch goes on as long as what precedes it is read, since nothing else would ever let its own
  /// line go.
  var mayProceed: Bool {
    guard life.hasReader else { return true }
    return !input.hasBatch ? !outbox.isCongested : outbox.sendableBytes <= outbox.coalesceBytes
  }

  /// Whether something remains that can be carried out now.
  var canGoOn: Bool { input.hasWork && mayProceed && !isParked }

  /// It follows the decisions, missed some, and has read all that it was sent before.
  var isToCatchUp: Bool {
    if case .lagging = observation { outbox.isEmpty && life.isOpen } else { false }
  }

  /// Nothing on it is half done: it could be another daemon's from here on.
  var isQuiet: Bool {
    life.isServed && life.hasReader && outbox.isEmpty && !input.hasWork && !input.isInsideLine
  }

  /// What the poller should watch for now.
  var wantedInterest: Poller.Interest {
    var interest: Poller.Interest = []
    if life.isOpen, !isQueued, !isParked, mayProceed { interest.insert(.reading) }
    if outbox.sendableBytes > 0 { interest.insert(.writing) }
    return interest
  }

  /// Takes the limits of a configuration that came into force (R61).
  func apply(_ limits: Limits) {
    input.lineBytes = limits.lineBytes
    outbox.coalesceBytes = limits.coalesceBytes
    outbox.unsentLimit = limits.unsentBytes
  }
}

extension Connection {
  /// Unread and unsent bytes.
  struct Bytes: Equatable {
    /// As `BufferedBytesPerUser` counts them: of an answer no more than `CoalesceBytes`, since it
    /// waited for room before it was made.
    var buffered = 0
    var held = 0
  }

  var bytes: Bytes {
    let unread = input.unreadBytes
    let notifications = outbox.countedBytes
    let answers = min(outbox.unsentBytes - notifications, outbox.coalesceBytes)
    return Bytes(
      buffered: unread + notifications + answers,
      held: unread + outbox.unsentBytes
    )
  }
}

extension UserID {
  /// Who may do everything anyhow.
  static let root = UserID(0)
}
