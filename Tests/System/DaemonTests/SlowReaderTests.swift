import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// Clients that don't read: what they are spared, what they miss, and when they are cut off.
@Suite(.tags(.process)) struct SlowReaderTests {
  /// Fills the kernel's buffer and all that the daemon keeps for a reader; `other` sees that it did.
  private static func stuff(
    _ reader: ClientConnection,
    _ other: ClientConnection
  ) throws -> [Int64] {
    let requests = try (0..<40).map { _ in try reader.post("rpc.discover") }
    // One a turn is carried out, and a round trip takes a turn.
    for _ in requests { #expect(try other.isServed()) }
    return requests
  }

  /// What the reader finds when it reads at last: notifications, up to the last reply.
  private static func told(_ reader: ClientConnection, _ requests: [Int64]) throws -> [String] {
    for request in requests { _ = try reader.reply(to: request) }
    return try reader.takeTold().map(\.told)
  }

  @Test(arguments: [200, 201])
  func `a reader that is behind reads the latest gain, or nothing if it is the same`(
    _ turns: Int
  ) throws {
    let daemon = try TestDaemon()
    let process = try ClientProcess(user: 0, group: 0)
    let radio = try process.connect(to: daemon.socketPath)
    let session = try radio.play(["category": "ambient"])
    let nav = try daemon.connect()
    let requests = try SlowReaderTests.stuff(radio, nav)
    let ducker = try nav.open(["category": "playback", "options": ["duckOthers"]])
    for turn in 1...turns {
      try nav.granted(
        turn.isMultiple(of: 2) ? "session.deactivate" : "session.activate",
        ["session": ducker]
      )
    }
    let ducked =
      "session.ducking {\"session\":\(session.text),\"gain\":0.2,"
      + "\"duckedBy\":[\(ducker.text)],\"rampMilliseconds\":300}"
    let expected = turns.isMultiple(of: 2) ? [] : [ducked]
    #expect(try SlowReaderTests.told(radio, requests) == expected)
  }

  @Test func `requests of a reader that is behind wait, and keep their order`() throws {
    let daemon = try TestDaemon()
    let other = try daemon.connect()
    let reader = try daemon.connect()
    let session = try reader.open()
    let requests = try SlowReaderTests.stuff(reader, other)
    let activation = try reader.post("session.activate", ["session": session])
    let states = try (0..<100).map { _ in
      try other.granted("session.get", ["session": session])["state"]
    }
    #expect(states.allSatisfy { $0 == "inactive" })
    for request in requests + [activation] { _ = try reader.reply(to: request) }
    #expect(try other.granted("session.get", ["session": session])["state"] == "active")
  }

  @Test func `an observer that is behind misses decisions, and is told what they led to`() throws {
    let daemon = try TestDaemon(["CoalesceBytes": "4096"])
    let observer = try daemon.connect()
    let start = try observer.granted("events.subscribe", ["scope": "all"])["seq"]?.integer ?? 0
    let client = try daemon.connect()
    let session = try client.open()
    func decide() throws {
      try client.granted("session.activate", ["session": session])
      try client.granted("session.deactivate", ["session": session])
    }
    for _ in 0..<500 { try decide() }
    var next = start + 1
    var lagged: JSONValue?
    while lagged == nil {
      let message = try observer.nextTold()
      guard message["method"] == "server.decision" else {
        lagged = message
        break
      }
      #expect(message["params"]?["seq"]?.integer == next)
      next += 1
    }
    #expect(lagged?["method"] == "events.lagged")
    #expect(lagged?["params"]?["from"]?.integer == next)
    let last = start + 1001
    #expect(lagged?["params"]?["to"]?.integer == last)
    #expect(try lagged?["params"]?["sessions"]?.array == client.sessions())
    try decide()
    #expect(try observer.nextTold()["params"]?["seq"]?.integer == last + 1)
    #expect(try observer.nextTold()["params"]?["seq"]?.integer == last + 2)
  }

  @Test func `a client that never reads: cut off, and its interruption of others ends`() throws {
    let daemon = try TestDaemon()
    let music = try daemon.connect()
    _ = try music.play()
    let process = try ClientProcess(user: 0, group: 0)
    let film = try process.connect(to: daemon.socketPath)
    // It plays on without its device, so that nothing but the end of its connection frees music.
    let preferences: JSONValue = ["prefersInterruptionOnRouteDisconnect": false]
    _ = try film.play(["category": "playback", "preferences": preferences])
    #expect(try music.nextTold()["params"]?["type"] == "began")
    let name = String(repeating: "n", count: 128)
    let ports = (0..<32).map { number -> JSONValue in
      ["portType": "Speaker", "name": .string(name), "portID": .string("\(number)")]
    }
    let route: JSONValue = [
      "inputs": [], "outputs": .array(ports), "reason": "oldDeviceUnavailable",
    ]
    var rounds = 0
    var ended: JSONValue?
    // The kernel's buffer and UnsentBytes together; each round is some 12 KB that can't be left out.
    while ended == nil, rounds < 200 {
      rounds += 1
      try music.granted("system.setRoute", route)
      ended = try music.takeTold().first { $0["method"] == "session.interruption" }
    }
    #expect(ended?["params"]?["options"] == ["shouldResume"])
    #expect((20..<200).contains(rounds), "\(rounds) rounds")
    try music.waitForCounts(connections: 1, sessions: 1)
    #expect(try film.linesToEnd().count < rounds)
  }
}
