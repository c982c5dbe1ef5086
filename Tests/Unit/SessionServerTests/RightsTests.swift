import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import AudioSessionServer

/// The table of rights, held against a server: every request as every kind of peer.
@Suite(.serialized)
struct RightsTests {
  @Test(arguments: RightsPeer.all)
  func `every request comes out as the table of rights has it`(_ peer: RightsPeer) throws {
    let scene = try RightsScene(peer, in: ServerRightsWorld(peer))
    for call in RightsTable.calls {
      let right = try scene.right(to: call)
      #expect(right == call.right(of: peer), "\(call), \(peer)")
    }
  }

  @Test func `every method has a row, and every grant a column`() throws {
    #expect(Set(RightsTable.calls.map(\.method)) == Set(Method.allCases))
    let single = RightsPeer.all.filter { $0.grants.count == 1 }.flatMap(\.grants)
    // What `hello` may list: a role that is a grant is one, too.
    let peer = RightsPeer.all.first { $0.kind == .root && !$0.grants.isEmpty }
    let world = try ServerRightsWorld(try #require(peer))
    let hello = try world.connectAsPeer().exchange("hello", ["protocol": 1])
    let grants = hello["result"]?["grants"]?.array?.compactMap(\.string) ?? []
    #expect(grants.sorted() == single.sorted() && grants.count > Grant.allCases.count)
  }

  @Test func `a method that its description gives a grant is refused without it`() {
    for call in RightsTable.calls {
      guard let grant = call.method.grant else { continue }
      for peer in RightsPeer.all {
        let isRefused = call.right(of: peer) == .refused("notPermitted")
        #expect(isRefused == !peer.grants.contains(grant.rawValue), "\(call), \(peer)")
      }
    }
  }

  /// `UPDATE_RIGHTS=1 .ci/test --filter RightsTests` writes it.
  @Test func `the table of rights is in its page`() throws {
    let page = MarkedTable(RightsPage.path, printedBy: "RightsTests", updatedBy: "UPDATE_RIGHTS")
    #expect(try page.difference(from: RightsPage.lines) == nil)
  }
}

/// A server in this process, with peers by the test's own word.
private struct ServerRightsWorld: RightsWorld {
  let ownersProcess: Int32
  private let world: ServerWorld
  private let peer: RightsPeer
  private let owner: (user: UInt32, process: AudioSessionServer.ClientProcess)
  private let neighbour: AudioSessionServer.ClientProcess
  private let peersProcess: AudioSessionServer.ClientProcess
  /// Ends with this.
  private let ownersClient: TestSupport.ClientProcess?
  /// A process without connections is forgotten.
  private var kept: [any RightsClient] = []

  init(_ peer: RightsPeer) throws {
    self.peer = peer
    world = try ServerWorld(peer.configuration)
    // A process may be represented if it really is the user's.
    let user = geteuid() == 0 ? RightsPeer.owner : geteuid()
    ownersClient = geteuid() == 0 ? try TestSupport.ClientProcess(user: user, group: user) : nil
    ownersProcess = ownersClient?.pid ?? getpid()
    let peers = world.server.base.peers
    let identity = try #require(try peers.identify(pid: ownersProcess) { _ in true })
    owner = (user, try #require(peers[identity.process]))
    neighbour = world.process(pid: 101)
    peersProcess =
      switch peer.kind {
      case .owner: owner.process
      case .unseen: world.process(pid: 0)
      case .ownersUser, .otherUser, .full, .root: world.process(pid: 102)
      }
    kept = try [connectAsOwner(), connectAsNeighbour(), connectAsPeer()]
  }

  func connectAsOwner() throws -> any RightsClient {
    try connect(user: owner.user, owner.process, "secret")
  }

  func connectAsNeighbour() throws -> any RightsClient {
    try connect(user: owner.user, neighbour, "secret")
  }

  func connectAsPeer() throws -> any RightsClient {
    let user = peer.user(besides: owner.user)
    // Each connection of a process that can't be seen counts as a process.
    let process = peer.kind == .unseen ? world.process(pid: 0) : peersProcess
    return try connect(user: user, process, peer.kind == .owner ? "secret" : "peer")
  }

  private func connect(
    user: UInt32,
    _ process: AudioSessionServer.ClientProcess,
    _ name: String
  ) throws -> any RightsClient {
    let information = ProcessInformation(
      startTime: process.startTime,
      comm: name,
      unit: "\(name).service",
      userUnit: "\(name).scope"
    )
    let credentials = PeerCredentials(pid: process.pid, uid: user, gid: user)
    return ServerRightsClient(try world.connect(as: credentials, in: process, information))
  }
}

private final class ServerRightsClient: RightsClient {
  private var client: WorldClient?
  private var told: [JSONValue] = []

  init(_ client: WorldClient) { self.client = client }

  func exchange(_ method: String, _ parameters: JSONValue) throws -> JSONValue {
    let client = try #require(client)
    let (reply, told) = try client.exchange(method, parameters)
    self.told += told
    return reply
  }

  func takeWhatWasTold() throws -> String {
    defer { told = [] }
    return try told.map(\.text).joined() + (client?.lines().joined() ?? "")
  }

  func leave() { client = nil }
}
