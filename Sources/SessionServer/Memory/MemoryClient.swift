import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionWire

/// A client of a ``MemoryDaemon``.
final class MemoryClient: Client {
  let id: ConnectionID
  let peer: PeerIdentity
  let grants: PeerGrants
  var input: ConnectionInput
  var outbox: Outbox
  var introduction = Introduction()
  /// Whether it is told of all decisions.
  var isObserver = false
  /// What it was told last to hold or lower; nil: it is no enforcer.
  var targets: [EnforcementTarget]?

  init(
    id: ConnectionID,
    _ peer: PeerIdentity,
    holding granted: Set<Grant>,
    under settings: Settings
  ) {
    self.id = id
    self.peer = peer
    var grants = settings.grants(of: peer, groups: [], byUserUnit: false)
    for grant in granted { grants.insert(grant) }
    self.grants = grants
    let limits = settings.limits
    input = ConnectionInput(lineBytes: limits.lineBytes)
    outbox = Outbox(coalesceBytes: limits.coalesceBytes, unsentLimit: limits.unsentBytes)
  }

  /// Goes on with the next daemon, which knows nothing but the connection (R49).
  func beginAgain(within limits: Limits) {
    input = ConnectionInput(lineBytes: limits.lineBytes)
    introduction = Introduction()
    introduction.outliveEpoch()
    isObserver = false
    targets = nil
  }
}

/// Sends a session's notifications to the client that opened it.
struct MemoryListener: SessionListener {
  let client: MemoryClient
  let lines: MemoryLines
  /// The number of the latest decision.
  let seq: UInt64

  var viewer: Viewer { client.viewer }
  var wantsLifecycle: Bool { client.introduction.wantsLifecycle }

  var isBehind: Bool { client.outbox.isCongested }

  func coalesce(_ change: Change) -> Change? { client.outbox.coalesce(change) }

  func hear(_ message: some Notification, _ change: Change?) {
    lines.tell(message, to: client, seq: seq, change: change)
  }
}
