import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionWire

extension HelloResult {
  /// Creates the answer to the `hello` of a client.
  init(to client: some Client, _ epoch: Epoch, _ settings: Settings) {
    let peer = client.peer
    self.init(
      server: ServerObject(name: "audiosessiond", version: AudioSessionWire.version),
      epoch: epoch,
      peer: Peer(
        pid: peer.pid,
        uid: peer.user.number,
        gid: peer.gid,
        comm: peer.comm,
        unit: peer.unit,
        userUnit: peer.userUnit
      ),
      grants: client.grants.names(settings.policy),
      limits: settings.limits
    )
  }
}
