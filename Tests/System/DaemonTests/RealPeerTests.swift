import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// The table of rights, held against the daemon: every request by processes of real users, as the
/// kernel tells of them.
@Suite(.tags(.process), .enabled(if: DaemonWorld.canBeOthers, "only root starts others' processes"))
struct RealPeerTests {
  /// A process that can't be seen would have to be outside of the daemon's PID namespace, where the
  /// owner's can't be seen, either: `RightsTests` tries that kind alone.
  private static let peers = RightsPeer.all.filter { $0.kind != .unseen }

  @Test(arguments: peers)
  func `every request of a real user comes out as the table of rights has it`(
    _ peer: RightsPeer
  ) throws {
    let scene = try RightsScene(peer, in: DaemonRightsWorld(peer))
    for call in RightsTable.calls {
      let right = try scene.right(to: call)
      #expect(right == call.right(of: peer), "\(call), \(peer)")
    }
  }
}

/// A daemon with processes of three kinds.
private struct DaemonRightsWorld: RightsWorld {
  private let daemon: TestDaemon
  private let owner: ClientProcess
  private let neighbour: ClientProcess
  private let peer: ClientProcess

  init(_ peer: RightsPeer) throws {
    daemon = try TestDaemon(text: peer.configuration, in: TemporaryDirectory())
    let user = RightsPeer.owner
    owner = try ClientProcess(user: user, group: user)
    neighbour = try ClientProcess(user: user, group: user)
    for process in [owner, neighbour] { try process.name(RightsScene.secret) }
    let peersUser = peer.user(besides: user)
    self.peer =
      peer.kind == .owner ? owner : try ClientProcess(user: peersUser, group: peersUser)
  }

  var ownersProcess: Int32 { owner.pid }

  func connectAsOwner() throws -> any RightsClient { try connect(owner) }
  func connectAsNeighbour() throws -> any RightsClient { try connect(neighbour) }
  func connectAsPeer() throws -> any RightsClient { try connect(peer) }

  private func connect(_ process: ClientProcess) throws -> any RightsClient {
    let connection = try process.connect(to: daemon.socketPath)
    return DaemonRightsClient(process: process, connection: connection)
  }
}

private final class DaemonRightsClient: RightsClient {
  private let process: ClientProcess
  private let connection: ClientConnection

  init(process: ClientProcess, connection: ClientConnection) {
    self.process = process
    self.connection = connection
  }

  func exchange(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    try connection.call(method, parameters)
  }

  func takeWhatWasTold() throws -> String {
    try connection.takeTold().map(\.text).joined()
  }

  func leave() throws { try process.close(connection) }
}
