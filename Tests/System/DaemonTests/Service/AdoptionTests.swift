import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Connections that outlive the daemon, and those that must not (R49).
@Suite(.tags(.process)) struct AdoptionTests {
  @Test func `R49: who was between two messages is reset on the connection it had`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    var epochs = [try client.granted("hello", ["protocol": 1])["epoch"] ?? .null]
    let peer = try client.granted("hello", ["protocol": 1])["peer"]
    var latest = try client.play()
    // Three in a row: each names the life before it, and none refuses a survivor of the last.
    for _ in 0..<3 {
      _ = try client.takeTold()
      try manager.letSettle()
      try manager.end()
      try manager.start()
      let reset = try #require(try client.nextMessage())
      #expect(reset["method"] == "mediaServices.wereReset")
      #expect(reset["params"]?["previousEpoch"] == epochs.last)
      let epoch = try #require(reset["params"]?["epoch"])
      #expect(!epochs.contains(epoch))
      // R49: nothing remains but who the peer is.
      #expect(try client.refusal("session.activate", ["session": latest]) == "expiredSession")
      #expect(try client.sessions().isEmpty)
      let hello = try client.granted("hello", ["protocol": 1, "epoch": epochs.last ?? .null])
      #expect(hello["epoch"] == epoch && hello["peer"] == peer)
      let session = try client.play()
      #expect(try #require(session.integer) > #require(latest.integer))
      #expect(try client.takeTold().isEmpty)
      latest = session
      epochs.append(epoch)
    }
    #expect(manager.store.map(\.name) == ["ledger", "client-1"])
  }

  @Test func `R49: numbers of sessions go on even if nobody is left`() throws {
    let manager = try FakeManager()
    try manager.start()
    for _ in 0..<3 { _ = try manager.connect().open() }
    try manager.end()
    try manager.start()
    #expect(try manager.connect().open() == 4)
  }

  @Test func `a subscription isn't carried over`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    try client.granted("hello", ["protocol": 1, "events": ["lifecycle"]])
    try client.granted("events.subscribe", ["scope": "all"])
    try manager.letSettle()
    try manager.end()
    try manager.start()
    #expect(try client.nextMessage()?["method"] == "mediaServices.wereReset")
    _ = try client.play()
    #expect(try client.takeTold().isEmpty)
  }

  @Test func `a request of which a part was read costs the connection`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    let quiet = try manager.connect()
    _ = try client.open()
    _ = try quiet.open()
    try client.send(#"{"jsonrpc":"2.0","id":7,"#)
    try manager.letSettle()
    try manager.end()
    try manager.start()
    try client.send("\"method\":\"system.get\"}\n")
    #expect(try client.nextLine() == nil)
    #expect(try quiet.nextMessage()?["method"] == "mediaServices.wereReset")
    #expect(manager.store.map(\.name).filter { $0 != "ledger" }.count == 2)
    manager.sweep()
    #expect(manager.store.map(\.name) == ["ledger", "client-2"])
  }

  /// It would live on in the manager's store otherwise, and who is at its other end would wait.
  @Test func `a stored socket that can't be taken over is shut down`() throws {
    let manager = try FakeManager()
    try manager.start()
    var client: ClientConnection? = try manager.connect()
    _ = try client?.open()
    try manager.letSettle()
    try manager.end()
    client = nil
    manager.sweep()
    var ends: [CInt] = [-1, -1]
    socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
    defer { close(ends[0]) }
    manager.put("client-1", ends[1])
    try manager.start()
    try manager.awaitHangUp(of: "client-1")
  }

  @Test func `a request that wasn't answered costs the connection`() throws {
    let manager = try FakeManager("[Policy]\nEnforcementTimeout=2s\n")
    try manager.start()
    let enforcer = try manager.connect()
    try enforcer.granted("enforcement.attach")
    let music = try ClientProcess(user: 0, group: 0)
    let musicConnection = try music.connect(to: manager.socketPath)
    _ = try musicConnection.play()
    let film = try manager.connect()
    _ = try film.post("session.activate", ["session": film.open()])
    // R14: the answer is held, and the enforcer has been told.
    _ = try enforcer.nextTold("enforcement.apply")
    try manager.letSettle()
    try manager.end()
    try manager.start()
    #expect(try film.nextLine() == nil)
    #expect(try enforcer.nextTold()["method"] == "mediaServices.wereReset")
  }

  @Test func `a line of which a part was sent costs the connection`() throws {
    let manager = try FakeManager()
    try manager.start()
    let observer = try manager.connect()
    try observer.granted("events.subscribe", ["scope": "all"])
    try manager.letSettle()
    let music = try manager.connect()
    let session = try music.open()
    // Far more than the kernel keeps for who doesn't read.
    for _ in 0..<500 {
      for method in ["session.activate", "session.deactivate"] {
        try music.granted(method, ["session": session])
      }
    }
    try manager.letSettle()
    try manager.end()
    try manager.start()
    let told = try observer.linesToEnd().map { try JSONValue(parsing: $0)["method"] }
    #expect(told.count > 1 && told.allSatisfy { $0 == "server.decision" })
    #expect(try music.nextMessage()?["method"] == "mediaServices.wereReset")
  }

  @Test func `requests still unread when the daemon ended: answered after the reset`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    let session = try client.open()
    try manager.letSettle()
    manager.process?.send(SIGSTOP)
    let first = try client.post("session.get", ["session": session])
    let second = try client.post("system.get")
    try manager.end()
    try manager.start()
    #expect(try client.nextMessage()?["method"] == "mediaServices.wereReset")
    #expect(try client.reply(to: first)["error"]?["data"]?["name"] == "expiredSession")
    #expect(try client.reply(to: second)["result"] != nil)
  }

  @Test func `a ledger of another layout is trusted in nothing`() throws {
    for (word, value) in [(0, UInt64(1)), (1, 2)] {
      let manager = try FakeManager()
      try manager.start()
      let client = try manager.connect()
      _ = try client.open()
      try manager.letSettle()
      try manager.end()
      let ledger = try #require(manager.store.first { $0.name == "ledger" })
      var value = value
      #expect(pwrite(ledger.number, &value, 8, off_t(8 * word)) == 8)
      try manager.start()
      #expect(try client.nextLine() == nil)
      try manager.takeMessages()
      #expect(manager.store.map(\.name).filter { $0 == "ledger" }.count == 1)
      let next = try manager.connect()
      _ = try next.open()
      try manager.letSettle()
      try manager.end()
      try manager.start()
      #expect(try next.nextMessage()?["method"] == "mediaServices.wereReset")
    }
  }

  @Test func `a pid that isn't the same process any more costs the connection`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    _ = try client.open()
    try manager.letSettle()
    try manager.end()
    let ledger = try #require(manager.store.first { $0.name == "ledger" })
    // The start time of the first place's process.
    var startTime: UInt64 = 1
    #expect(pwrite(ledger.number, &startTime, 8, 8 * 17) == 8)
    try manager.start()
    #expect(try client.nextLine() == nil)
  }

  @Test func `without a ledger no connection is trusted`() throws {
    let manager = try FakeManager()
    let ends = try connectedSockets()
    defer { close(ends.one) }
    manager.put("client-1", ends.other)
    try manager.start()
    var byte: UInt8 = 0
    try Patience.wait(for: POLLIN, on: ends.one, "the end")
    #expect(read(ends.one, &byte, 1) == 0)
  }

  @Test func `R1: an orderly restart is told as lost, then as reset`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    _ = try client.play()
    try manager.dropMessages()
    #expect(try manager.end(SIGTERM) == 0)
    try manager.expect(["STOPPING": "1"])
    #expect(try client.nextMessage()?["method"] == "mediaServices.wereLost")
    #expect(!client.hasUnread)
    try manager.start()
    #expect(try client.nextMessage()?["method"] == "mediaServices.wereReset")
    #expect(try client.isServed())
  }

  @Test func `R1: an orderly stop is told as lost, then ends with the store`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    _ = try client.play()
    #expect(try manager.end(SIGTERM) == 0)
    manager.clearStore()
    #expect(try client.nextMessage()?["method"] == "mediaServices.wereLost")
    #expect(try client.nextLine() == nil)
    #expect(FileManager.default.fileExists(atPath: manager.socketPath))
  }
}
