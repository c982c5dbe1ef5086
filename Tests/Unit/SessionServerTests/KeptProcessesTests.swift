import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// R54: how many processes are watched because of sessions that need no connection.
struct KeptProcessesTests {
  private static let user = UserID(1000)

  @Test func `R54: each process counts once, and until it is released`() {
    var kept = KeptProcesses()
    func hasRoom(_ number: UInt64, _ user: UserID = Self.user) -> Bool {
      kept.hasRoom(for: ProcessID(number), of: user, isPrivileged: false)
    }
    for number in 0..<UInt64(KeptProcesses.perUser) {
      #expect(hasRoom(number))
      for _ in 0..<2 { kept.keep(ProcessID(number), of: Self.user) }
    }
    #expect(hasRoom(0) && !hasRoom(5000) && hasRoom(5000, UserID(1001)))
    #expect(kept.hasRoom(for: ProcessID(5000), of: Self.user, isPrivileged: true))
    kept.release(ProcessID(7))
    #expect(hasRoom(5000))
  }

  @Test func `R54: all users together have a limit, of which some is reserved`() {
    var kept = KeptProcesses()
    func hasRoom(isPrivileged: Bool) -> Bool {
      kept.hasRoom(for: ProcessID(.max), of: .root, isPrivileged: isPrivileged)
    }
    var rooms: [Int] = []
    for number in 0..<KeptProcesses.total {
      if rooms.isEmpty, !hasRoom(isPrivileged: false) { rooms.append(number) }
      #expect(hasRoom(isPrivileged: true))
      kept.keep(ProcessID(UInt64(number)), of: UserID(UInt32(number / 200)))
    }
    #expect(rooms == [KeptProcesses.total - 64])
    #expect(!hasRoom(isPrivileged: true))
  }

  @Test func `R54: a lease of one process too many is refused, a plain session isn't`() throws {
    try OpenFilesLimit.raise()
    let world = try ServerWorld("[Limits]\nSessionsPerUser=2000\n")
    var clients: [WorldClient] = []
    func open(_ number: Int, _ parameters: JSONValue) throws -> String? {
      let pid = Int32(5000 + number)
      clients.append(try world.connect(as: PeerCredentials(pid: pid, uid: 1000, gid: 1000)))
      return try clients[clients.count - 1].refusal("session.open", parameters)
    }
    for number in 0..<KeptProcesses.perUser {
      let lease: JSONValue = ["lease": ["leaseName": .string("lease \(number)")]]
      #expect(try open(number, lease) == nil)
    }
    let another: JSONValue = ["lease": ["leaseName": "another"]]
    #expect(try open(5000, another) == "resourceNotAvailable")
    // Nor may it take over one, which would count as well.
    #expect(try clients[0].refusal("session.open", ["lease": ["leaseName": "second"]]) == nil)
    let second: JSONValue = ["lease": ["leaseName": "second"]]
    #expect(try open(5001, second) == "resourceNotAvailable")
    #expect(try open(5002, ["name": "plain"]) == nil)
  }
}
