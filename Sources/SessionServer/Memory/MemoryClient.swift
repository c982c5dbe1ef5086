import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionSystem
import AudioSessionWire

/// A client of a ``MemoryDaemon``.
final class MemoryClient: Client {
  let id: ConnectionID
  let peer: PeerIdentity
  let grants: PeerGrants
  var input: ConnectionInput
  var outbox: Outbox
  var introduction = Introduction()

  init(id: ConnectionID, _ peer: MemoryPeer, process: ProcessID, under settings: Settings) {
    self.id = id
    let identity = PeerIdentity(
      credentials: PeerCredentials(pid: peer.pid, uid: peer.uid, gid: peer.uid),
      process: process,
      information: ProcessInformation(startTime: 0, comm: peer.comm)
    )
    var grants = settings.grants(of: identity, groups: [], byUserUnit: false)
    for grant in peer.grants { grants.insert(grant) }
    self.peer = identity
    self.grants = grants
    let limits = settings.limits
    input = ConnectionInput(lineBytes: limits.lineBytes)
    outbox = Outbox(coalesceBytes: limits.coalesceBytes, unsentLimit: limits.unsentBytes)
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
