import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionSystem
import Testing

@testable import AudioSessionServer

/// Whose turn it is.
struct RunQueueTests {
  private let second: Int64 = 1_000_000_000

  @Test func `time that was spent is half forgotten every quarter of a second`() {
    var time = RecentTime()
    time.add(8_000_000, at: 0)
    let moments = [0, second / 4 - 1, second / 4, second, 10 * second, 1000 * second]
    let expected: [Int64] = [8_000_000, 8_000_000, 4_000_000, 500_000, 0, 0]
    #expect(moments.map { time.value(at: $0) } == expected)
    time.add(1_000_000, at: second)
    #expect(time.value(at: second) == 1_500_000)
  }

  @Test func `time that is spent little by little is forgotten like any other`() {
    var time = RecentTime()
    // 20 µs every 3 ms, for an hour: 1.7 ms in a quarter of a second.
    for moment in stride(from: 0, to: 3600 * second, by: 3_000_000) { time.add(20_000, at: moment) }
    #expect((1_600_000...3_600_000).contains(time.value(at: 3600 * second)))
    #expect(time.value(at: 3601 * second) < 400_000)
  }

  @Test func `the least served user is first, and leaves the line when done`() throws {
    var queue = RunQueue()
    let shares = [UserShare(UserID(1)), UserShare(UserID(2)), UserShare(UserID(3))]
    for (share, time) in zip(shares, [3000, 1000, 2000] as [Int64]) {
      share.recentTime.add(time, at: 0)
    }
    let connections = try shares.map { try RunQueueTests.connection(of: $0) }
    for connection in connections + connections { queue.add(connection) }
    queue.begin(at: 0)
    #expect(queue.next(at: 0)?.connection === connections[1])
    // The turn's time is over: who wasn't served comes in the next.
    #expect(queue.next(at: RunQueue.turnLength) == nil)
    queue.begin(at: 0)
    #expect(queue.isEmpty)
    #expect(RunQueueTests.users(&queue) == [UserID(3), UserID(1)])
    #expect(queue.isEmpty)
  }

  @Test func `a user has 2 ms in a turn, on one connection or on several`() throws {
    var queue = RunQueue()
    let (busy, other) = (UserShare(UserID(1)), UserShare(UserID(2)))
    let connections = try [busy, busy, busy, other].map { try RunQueueTests.connection(of: $0) }
    for connection in connections { queue.add(connection) }
    queue.begin(at: 0)
    var taken: [(connection: Connection, timeLimit: Int64)] = []
    for time: Int64 in [0, 500_000, 2_000_000, 2_100_000] {
      if let next = queue.next(at: time) { taken.append(next) }
    }
    #expect(taken.map(\.timeLimit) == [2_000_000, 2_000_000, 4_000_000])
    let expected = [connections[0], connections[1], connections[3]]
    #expect(zip(taken, expected).allSatisfy { $0.connection === $1 })
    queue.begin(at: 2_100_000)
    #expect(queue.next(at: 2_100_000)?.connection === connections[2])
  }

  @Test func `a connection added while its user is served: waits for the next turn`() throws {
    var queue = RunQueue()
    let connection = try RunQueueTests.connection(of: UserShare(UserID(1)))
    queue.add(connection)
    queue.begin(at: 0)
    #expect(queue.next(at: 0)?.connection === connection)
    queue.add(connection)
    #expect(queue.isEmpty)
    #expect(queue.next(at: 0) == nil)
    queue.begin(at: 0)
    #expect(RunQueueTests.users(&queue) == [UserID(1)])
  }

  /// The users of the connections that the turn serves, if it takes no time.
  private static func users(_ queue: inout RunQueue) -> [UserID] {
    var users: [UserID] = []
    while let (connection, _) = queue.next(at: 0) { users.append(connection.share.user) }
    return users
  }

  @Test func `a queue gives back what it took, in order`() {
    var queue = Queue<Int>()
    var taken: [Int] = []
    for number in 0..<1000 {
      queue.append(number)
      if number.isMultiple(of: 3), let first = queue.popFirst() { taken.append(first) }
    }
    #expect(queue.count == 1000 - taken.count)
    while let next = queue.popFirst() { taken.append(next) }
    #expect(taken == Array(0..<1000))
    #expect(queue.isEmpty && queue.popFirst() == nil)
  }

  @Test func `a queue no longer holds what it gave back`() {
    var queue = Queue<UserShare>()
    for number in 0..<3 { queue.append(UserShare(UserID(UInt32(number)))) }
    weak var first: UserShare?
    do {
      let taken = queue.popFirst()
      first = taken
      #expect(first != nil)
    }
    #expect(first == nil)
  }

  static func connection(of share: UserShare, _ number: UInt64 = 1) throws -> Connection {
    var processes = Processes()
    return Connection(
      id: ConnectionID(number),
      peer: .fixture(uid: share.user.number),
      process: processes.add(pid: 0, startTime: 0, nil),
      share: share,
      socket: try Socket.unconnected(blocking: false),
      limits: Settings().limits,
      grants: PeerGrants()
    )
  }
}
