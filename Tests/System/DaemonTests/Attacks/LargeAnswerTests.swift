import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// Answers that grow with what there is: how large they get, and who pays for them.
@Suite(.tags(.process), .enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
struct LargeAnswerTests {
  private static let attacker: UInt32 = 65_534
  private static let ducking: JSONValue = ["category": "playback", "options": ["duckOthers"]]

  /// A process of the attacker with one connection.
  private static func client(
    of daemon: TestDaemon
  ) throws -> (ClientProcess, ClientConnection) {
    let process = try ClientProcess(user: attacker, group: attacker)
    return (process, try process.connect(to: daemon.socketPath))
  }

  /// A daemon with 600 sessions of root, of which no two lists fit into what a user may buffer.
  private static func daemonOfManySessions() throws -> (TestDaemon, ClientConnection) {
    let daemon = try TestDaemon([
      "BufferedBytesPerUser": "65536", "CoalesceBytes": "4096", "UnsentBytes": "8192",
      "SessionsPerConnection": "600",
    ])
    let root = try daemon.connect()
    for _ in 0..<600 { _ = try root.open() }
    return (daemon, root)
  }

  @Test func `R55: an answer of the log stops at about a MiB, and goes on with before`() throws {
    let daemon = try TestDaemon(["SessionsPerConnection": "128"])
    let (lowered, places) = try LargeAnswerTests.client(of: daemon)
    for _ in 0..<64 { _ = try places.play(["category": "ambient"]) }
    let (attacker, ducker) = try LargeAnswerTests.client(of: daemon)
    let session = try ducker.play(LargeAnswerTests.ducking)
    for _ in 0..<60 {
      try ducker.granted("session.deactivate", ["session": session])
      try ducker.granted("session.activate", ["session": session])
    }
    let root = try daemon.connect()
    var seen: [Int64] = []
    var before: JSONValue = .null
    var answers = 0
    repeat {
      var parameters: JSONValue = ["limit": 1024]
      if before != .null { parameters = ["limit": 1024, "before": before] }
      let answer = try root.granted("server.log", parameters)
      let decisions = answer["decisions"]?.array ?? []
      #expect(answer.text.utf8.count < 1 << 20 + 1 << 18)
      seen = decisions.compactMap { $0["seq"]?.integer } + seen
      before = answer["more"] == true ? decisions.first?["seq"] ?? .null : .null
      answers += 1
    } while before != .null && answers < 100
    #expect(answers > 2)
    let last = try root.granted("server.status")["seq"]?.integer ?? 0
    #expect(seen == Array(1...last))
    _ = (lowered, attacker)
  }

  @Test func `R55: refusals of one user leave in the log what others did`() throws {
    let daemon = try TestDaemon()
    let root = try daemon.connect()
    let music = try root.play(["category": "playback", "name": "mpd"])
    let (process, stranger) = try LargeAnswerTests.client(of: daemon)
    let film = try stranger.play()
    #expect(try root.nextTold()["params"]?["type"] == "began")
    try stranger.granted("session.close", ["session": film])
    for _ in 0..<1100 {
      let refusal = try stranger.refusal("session.open", ["priority": "phoneCall"])
      #expect(refusal == "missingEntitlement")
    }
    let log = try root.granted("server.log", ["limit": 1024])["decisions"]?.array ?? []
    let granted = log.filter { $0["cause"]?["error"] == nil }
    // The start, what root did, and what the stranger did to root; but not that he opened a session.
    #expect(granted.compactMap { $0["seq"]?.integer } == [1, 2, 3, 5, 6])
    #expect(granted[3]["changes"]?.array?.contains { $0["session"] == music } == true)
    _ = process
  }

  @Test func `an answer that fills the user's buffer costs nobody a connection`() throws {
    let (daemon, root) = try LargeAnswerTests.daemonOfManySessions()
    let (process, first) = try LargeAnswerTests.client(of: daemon)
    let others = try (0..<9).map { _ in try process.connect(to: daemon.socketPath) }
    // Nobody reads before all have asked: what the kernel holds isn't enough for all.
    var left: [(client: ClientConnection, answers: Int)] = []
    for client in [first] + others {
      for _ in 0..<4 { _ = try client.post("session.list") }
      left.append((client, 4))
    }
    #expect(try root.isServed())
    while !left.isEmpty {
      for index in left.indices where left[index].client.hasUnread {
        let answer = try #require(try left[index].client.nextMessage())
        #expect(answer["result"]?["sessions"]?.array?.count == 600)
        left[index].answers -= 1
      }
      left.removeAll { $0.answers == 0 }
    }
    _ = process
  }

  @Test func `a client that doesn't read answers: cut off when its user's others wait`() throws {
    let (daemon, root) = try LargeAnswerTests.daemonOfManySessions()
    let (process, stuck) = try LargeAnswerTests.client(of: daemon)
    for _ in 0..<20 { _ = try stuck.post("session.list") }
    for _ in 0..<30 { #expect(try root.isServed()) }
    let reader = try process.connect(to: daemon.socketPath)
    #expect(try reader.granted("session.list")["sessions"]?.array?.count == 600)
    // It was cut off: what the kernel still held can be read, the rest will never come.
    #expect(try stuck.linesToEnd().count < 20)
  }

  @Test func `a session that many lower lists some of them, and says how many more`() throws {
    let daemon = try TestDaemon()
    let root = try daemon.connect()
    let music = try root.play(["category": "ambient"])
    let duckers = try (0..<40).map { _ in try LargeAnswerTests.client(of: daemon) }
    for (_, ducker) in duckers { _ = try ducker.play(LargeAnswerTests.ducking) }
    let session = try root.granted("session.get", ["session": music])
    #expect(session["duckedBy"]?.array?.count == 32)
    #expect(session["duckedByLeftOut"] == 8)
    let why = try root.granted("policy.explain", ["session": music])
    #expect(why["because"]?.array?.count == 40)
    for (_, ducker) in duckers[..<8] { ducker.drop() }
    for (process, _) in duckers[..<8] { try process.die() }
    try root.waitForCounts(connections: 33, sessions: 33)
    let after = try root.granted("session.get", ["session": music])
    #expect(after["duckedBy"]?.array?.count == 32)
    #expect(after["duckedByLeftOut"] == nil)
  }
}
