import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire

/// One peer's connection: its input, its output, and the notifications it asked for.
final class Connection: Client {
  /// Whether the connection follows the decisions (scope `all`), or records all events.
  enum Observation: Equatable {
    case none
    case following
    /// The reader is behind: decisions from this number on were left out.
    case lagging(from: UInt64)
    case recording
    /// The reader is behind: events after this decision were left out.
    case recordingLags(after: UInt64)
  }

  let id: ConnectionID
  let peer: PeerIdentity
  let process: ClientProcess
  let share: UserShare
  let socket: Socket

  var life = ConnectionLife()
  var input: ConnectionInput
  var outbox: Outbox
  /// What the poller currently watches for.
  var interest: Poller.Interest = [.reading]
  /// Unread and unsent bytes, as last counted in the user's share.
  var accounted = Bytes()
  /// Whether the connection is to be looked at when the turn ends.
  var isDirty = false
  /// Whether the connection is in the run queue.
  var isQueued = false
  /// Whether its large request waits for the user's other replies to be read.
  var isParked = false
  /// Whether a long list is being written for it; its next request waits.
  var isListing = false
  /// Whether the kernel had no memory for its output, which is sent later.
  var awaitsMemory = false
  /// Its place in the ledger, if it is in the manager's store.
  var place: Ledger.Place?
  /// Whether it is waiting for a place in the manager's store.
  var awaitsPlace = false

  var grants: PeerGrants
  var isRefused = false
  var hasOutlivedEpoch = false
  var application: (name: String, order: UInt64)?
  var wantsLifecycle = false
  var observation = Observation.none
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

  /// Whether a request may be carried out: false while the reader is behind.
  ///
  /// A batch continues as long as the output before it is read, since only the end of the batch
  /// releases its own line.
  var mayProceed: Bool {
    guard life.hasReader else { return true }
    return input.batch == nil
      ? !outbox.isCongested : outbox.sendableBytes <= outbox.coalesceBytes
  }

  /// Whether remaining input can be carried out now.
  var canGoOn: Bool { isListing || input.hasWork && mayProceed && !isParked }

  /// Whether it follows the decisions or records, missed some, and has read everything sent before
  /// them.
  var isToCatchUp: Bool {
    switch observation {
    case .lagging, .recordingLags: outbox.isEmpty && life.isOpen
    case .none, .following, .recording: false
    }
  }

  /// Whether nothing on it is half done, so that another daemon could take over from here.
  var isQuiet: Bool {
    life.isServed && life.hasReader && outbox.isEmpty && !input.hasWork && !input.isInsideLine
  }

  /// What the poller should watch for now.
  var wantedInterest: Poller.Interest {
    Poller.Interest(
      reading: life.isOpen && !isQueued && !isParked && !isListing && mayProceed,
      writing: outbox.sendableBytes > 0 && !awaitsMemory
    )
  }

  /// Applies the limits of a configuration that came into force (R61).
  func apply(_ limits: Limits) {
    input.lineBytes = limits.lineBytes
    outbox.coalesceBytes = limits.coalesceBytes
    outbox.unsentLimit = limits.unsentBytes
  }
}

extension Connection {
  /// Numbers of unread and unsent bytes.
  struct Bytes: Equatable {
    /// The bytes that `BufferedBytesPerUser` counts: of a reply no more than `CoalesceBytes`, since
    /// it waited for room before it was made.
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
  /// The superuser, who may do everything without a grant.
  static let root = UserID(0)
}
