import AudioSessionArbitration
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// Which leases are whose.
struct NamesTests {
  private static func identity(_ lease: String?, of process: UInt64) -> SessionIdentity {
    let peer = PeerIdentity(
      credentials: PeerCredentials(pid: Int32(process), uid: 1000, gid: 1000),
      process: ProcessID(process)
    )
    return SessionIdentity(name: nil, leaseName: lease, peer: peer)
  }

  /// The leases of the processes 1 and 2.
  private static func leases(_ names: Names) -> [[SessionID]] {
    [names.leases(of: ProcessID(1)), names.leases(of: ProcessID(2))]
  }

  @Test func `a process has the leases that it opened last, as long as they are open`() {
    let (first, second, third) = (SessionID(1), SessionID(2), SessionID(3))
    var names = Names()
    names.add(second, Self.identity("b", of: 1), on: ConnectionID(1))
    names.add(first, Self.identity("a", of: 1), on: ConnectionID(1))
    names.add(third, Self.identity(nil, of: 2), on: ConnectionID(2))
    #expect(Self.leases(names) == [[first, second], []])
    names.add(second, Self.identity("b", of: 2), on: ConnectionID(2))
    #expect(Self.leases(names) == [[first], [second]])
    #expect(names.lease(named: "b", of: UserID(1000)) == second)
    for id in [first, second, third] { names.close(id) }
    #expect(Self.leases(names) == [[], []])
    for process in [1, 2] as [UInt64] {
      #expect(!names.hasSessions(apartFromConnectionsOf: ProcessID(process)))
    }
    #expect(names.lease(named: "b", of: UserID(1000)) == nil)
    #expect(names[first] != nil)
    names.forgetClosed()
    #expect(names[first] == nil)
  }

  @Test func `a session on behalf of a process is its, and is operated by the opener`() {
    let session = SessionID(1)
    let agent = Self.identity(nil, of: 1).peer
    let identity = SessionIdentity(
      name: nil,
      leaseName: nil,
      peer: Self.identity(nil, of: 2).peer,
      opener: agent
    )
    var names = Names()
    names.add(session, identity, on: ConnectionID(1))
    #expect(names.sessions(onBehalfOf: ProcessID(2)) == [session])
    #expect(names.sessions(onBehalfOf: ProcessID(1)) == [])
    #expect(names.hasSessions(apartFromConnectionsOf: ProcessID(2)))
    names.close(session)
    #expect(names.sessions(onBehalfOf: ProcessID(2)) == [])
    #expect(!names.hasSessions(apartFromConnectionsOf: ProcessID(2)))
  }

  @Test func `a process whose last lease is closed keeps no descriptor`() throws {
    let world = try ServerWorld()
    let client = try world.connect()
    let lease = #"{"lease":{"leaseName":"hook"}}"#
    try client.send(request(1, "session.open", lease), request(2, "server.status"))
    #expect(try client.lines().map(digest) == ["1 ok", "2 ok"])
    let process = try #require(world.server.base.connections.all.first?.process.id)
    try client.endWriting()
    #expect(try client.lines().isEmpty)
    #expect(world.server.base.peers[process] != nil)
    let other = try world.connect()
    try other.send(request(3, "session.close", #"{"leaseName":"hook"}"#))
    #expect(try other.lines().map(digest) == ["3 ok"])
    try other.endWriting()
    #expect(try other.lines().isEmpty)
    #expect(world.server.base.peers[process] == nil)
  }
}
