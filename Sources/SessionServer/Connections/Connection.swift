import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire

/// One peer's connection: its input, its output, and the notifications it asked for.
///
/// There may be thousands, so that the members are in an order that leaves few gaps between them.
final class Connection: Client {
  let id: ConnectionID
  let peer: PeerIdentity
  let process: ClientProcess
  let share: UserShare

  var input: ConnectionInput
  var life = ConnectionLife()
  var outbox: Outbox
  private(set) var grants: PeerGrants

  // What each of these types records of the connection; only that type can change it.
  var queueMark = RunQueue.Mark()
  var turnMark = Scheduler.Mark()
  var outputMark = Transport.Mark()
  var pollMark = Connections.Mark()
  var subscription = Subscribers.Mark()
  var introduction = Introduction()
  let socket: Socket
  var heldMark = HeldBytes.Mark()
  var storeMark = ConnectionStore.Mark()

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
  var canGoOn: Bool { outputMark.isMidMessage || input.hasWork && mayProceed && !heldMark.isParked }

  /// Whether it follows a stream, missed something, and has read everything sent before that.
  var isToCatchUp: Bool { subscription.isBehind && outbox.isEmpty && life.isOpen }

  /// Whether nothing on it is half done, so that another daemon could take over from here.
  var isQuiet: Bool {
    life.isServed && life.hasReader && outbox.isEmpty && !input.hasWork && !input.isInsideLine
  }

  /// What the poller should watch for now.
  var wantedInterest: Poller.Interest {
    Poller.Interest(
      reading: life.isOpen && !queueMark.isQueued && !heldMark.isParked && !outputMark.isMidMessage
        && mayProceed && !outputMark.awaitsMemory,
      writing: outbox.sendableBytes > 0 && !outputMark.awaitsMemory
    )
  }

  /// Applies the limits of a configuration that came into force (R61), and what it grants the peer.
  func apply(_ limits: Limits, _ grants: PeerGrants) {
    self.grants = grants
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
