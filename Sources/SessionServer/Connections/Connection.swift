import Arbitration
import AudioSessionSystem
import AudioSessionWire
import EventLoop

/// One peer's connection: what was read of it, what is to be written, and what it asked to be told.
final class Connection {
  /// Where the connection stands between the first byte and the last.
  enum Phase {
    /// Bytes may come.
    case open
    /// The end of file was read; complete lines remain to be carried out.
    case ending
    /// Its sessions have ended; what it is owed is still sent.
    case draining
    /// It is no more.
    case closed
  }

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

  var phase = Phase.open
  /// Nobody will read what is written: the peer has hung up or its process has ended.
  var isDeaf = false
  /// It is to be cut off at the end of the turn.
  var isDoomed = false
  /// Bytes read after its process had ended; whoever else holds the socket can't write for ever.
  var bytesAfterDeath = 0
  /// Requests that were looked at after that, and those of them that were carried out.
  var requestsAfterDeath = 0
  var changesAfterDeath = 0
  var interest: Poller.Interest = [.reading]

  var splitter: LineSplitter
  var outbox: Outbox
  /// The batch that is being carried out; whether there is one is asked far more often.
  var batch: OpenBatch? { didSet { hasBatch = batch != nil } }
  private(set) var hasBatch = false
  /// A request that waits for a later turn, because it is a large one.
  private var stashed: IncomingMessage?
  private(set) var hasStash = false
  /// Unread and unsent bytes as the user's share knows them.
  var accounted = Bytes()
  var isDirty = false
  /// Where it stands in the ledger, if the manager's store has it.
  var place: Ledger.Place?
  /// It asked for a place in the manager's store that it hasn't got yet.
  var awaitsPlace = false
  /// It stands in the run queue.
  var isQueued = false
  /// Its stashed request waits for the user's other answers to be read.
  var isParked = false

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
    splitter = LineSplitter(lineBytes: limits.lineBytes)
    outbox = Outbox(coalesceBytes: limits.coalesceBytes, unsentLimit: limits.unsentBytes)
  }

  var viewer: Viewer {
    let seesEverything = grants.holds(.observe) || grants.holds(.admin)
    return Viewer(user: peer.user, seesEverything: seesEverything)
  }

  /// Whether a request may be carried out: not while the reader is behind.
  ///
  /// A batch goes on as long as what precedes it is read, since nothing else would ever let its own
  /// line go.
  var mayProceed: Bool {
    guard !isDeaf else { return true }
    return !hasBatch ? !outbox.isCongested : outbox.sendableBytes <= outbox.coalesceBytes
  }

  /// Whether something that was read remains to be carried out.
  var hasWork: Bool { hasStash || hasBatch || splitter.hasLine }

  /// Whether something remains that can be carried out now.
  var canGoOn: Bool { hasWork && mayProceed && !isParked }

  /// Its peer always has a place.
  var isPrivileged: Bool { grants.isPrivileged(peer.user) }

  /// It follows the decisions, missed some, and has read all that it was sent before.
  var isToCatchUp: Bool {
    if case .lagging = observation { outbox.isEmpty && phase == .open } else { false }
  }

  /// Puts a request off.
  func stash(_ message: IncomingMessage) {
    stashed = message
    hasStash = true
  }

  /// The request that was put off, if there is one.
  func takeStash() -> IncomingMessage? {
    guard hasStash else { return nil }
    hasStash = false
    return stashed.take()
  }

  /// Forgets what was read and not carried out; nothing more is read.
  func abandonRest() {
    _ = takeStash()
    batch = nil
    splitter = LineSplitter(lineBytes: splitter.lineBytes)
    if phase == .open { phase = .ending }
  }

  /// Nothing on it is half done: it could be another daemon's from here on.
  var isQuiet: Bool {
    (phase == .open || phase == .ending) && !isDeaf && outbox.isEmpty && !hasWork
      && !splitter.isInsideLine
  }

  /// Unread and unsent bytes.
  struct Bytes: Equatable {
    /// As `BufferedBytesPerUser` counts them: of an answer no more than `CoalesceBytes`, since it
    /// waited for room before it was made.
    var buffered = 0
    var held = 0
  }

  var bytes: Bytes {
    let unread = splitter.waitingBytes + (hasBatch ? batch?.bytes ?? 0 : 0)
    let notifications = outbox.countedBytes
    let answers = min(outbox.unsentBytes - notifications, outbox.coalesceBytes)
    return Bytes(
      buffered: unread + notifications + answers,
      held: unread + outbox.unsentBytes
    )
  }

  /// What the poller should watch for now.
  var wantedInterest: Poller.Interest {
    var interest: Poller.Interest = []
    if phase == .open, !isQueued, !isParked, mayProceed { interest.insert(.reading) }
    if outbox.sendableBytes > 0 { interest.insert(.writing) }
    return interest
  }
}

extension UserID {
  /// Who may do everything anyhow.
  static let root = UserID(0)
}
