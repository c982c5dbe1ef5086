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

  @Test func `what comes while a user is served waits for the next turn`() throws {
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
