import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// The daemon's life: reload, orderly stop, restart, and rest.
@Suite(.tags(.process)) struct LifecycleTests {
  @Test func `R61: a reload brings a new policy into force and drops nothing`() throws {
    let daemon = try TestDaemon(["DuckGain": "0.5"])
    let client = try daemon.connect()
    let music = try client.play()
    func gain() throws -> Double? {
      try client.granted("policy.get")["policy"]?["duckGain"]?.double
    }
    #expect(try gain() == 0.5)
    try daemon.configure("[Policy]\nDuckGain=0.25\n[Limits]\nNameBytes=16\n")
    #expect(
      try daemon.reload() == [
        "the configuration was read again: DuckGain 0.5 -> 0.25 (conf:2); "
          + "NameBytes 128 -> 16 (conf:4)"
      ]
    )
    #expect(try daemon.reload() == ["the configuration was read again: nothing is different"])
    #expect(try gain() == 0.25)
    let long = JSONValue.string(String(repeating: "a", count: 17))
    #expect(try client.refusal("session.open", ["name": long]) == "invalidParams")
    try daemon.configure("[Policy]\nDuckGain=0.75\nBogus=1\n")
    let said = try daemon.reload()
    #expect(said.count == 2 && said.last == "the configuration stays as it was")
    #expect(said.first?.hasPrefix("\(daemon.configurationPath):3: Bogus=1: expected ") == true)
    #expect(try gain() == 0.25)
    let session = try client.granted("session.get", ["session": music])
    #expect(session["state"] == "active")
    #expect(try client.takeTold().isEmpty)
  }

  @Test func `R1: a stop is told to everybody, frees the path and ends with 0`() throws {
    let daemon = try TestDaemon()
    let clients = try (0..<5).map { _ in try daemon.connect() }
    for client in clients { _ = try client.play(["category": "ambient"]) }
    for client in clients { _ = try client.takeTold() }
    daemon.askToStop()
    for client in clients {
      let told = try client.linesToEnd().map { try JSONValue(parsing: $0)["method"] }
      #expect(told == ["mediaServices.wereLost"])
    }
    #expect(try daemon.process.wait() == 0)
    #expect(!FileManager.default.fileExists(atPath: daemon.socketPath))
  }

  @Test func `R1: held replies go out first, then the goodbye`() throws {
    let daemon = try TestDaemon(["EnforcementTimeout": "2s"])
    let enforcer = try daemon.connect()
    try enforcer.granted("enforcement.attach")
    let music = try daemon.connect()
    _ = try music.play()
    let film = try ClientProcess(user: 0, group: 0)
    let connection = try film.connect(to: daemon.socketPath)
    let session = try connection.open()
    let activation = try connection.post("session.activate", ["session": session])
    _ = try enforcer.nextTold("enforcement.apply")
    daemon.askToStop()
    let lines = try connection.linesToEnd().map { try JSONValue(parsing: $0) }
    #expect(lines.map { $0["id"]?.integer } == [activation, nil])
    #expect(lines.map { $0["method"]?.string } == [nil, "mediaServices.wereLost"])
    #expect(lines.first?["result"]?["state"] == "active")
    #expect(try daemon.process.wait() == 0)
  }

  @Test func `R1: complete lines that were read are answered with msrv`() throws {
    let daemon = try TestDaemon()
    let client = try daemon.connect()
    // Far more than a reader takes who doesn't read: the daemon stops carrying requests out. All at
    // once, so that one reading of the socket takes them all.
    let count = 250
    let requests = (1...count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"rpc.discover"}"# }
    try client.send(requests.map { $0 + "\n" }.joined())
    let other = try daemon.connect()
    #expect(try other.isServed())
    daemon.askToStop()
    let messages = try client.linesToEnd().map { try JSONValue(parsing: $0) }
    let goodbye = try #require(messages.firstIndex { $0["method"] == "mediaServices.wereLost" })
    let answered = messages[..<goodbye]
    let refused = messages[(goodbye + 1)...]
    #expect(answered.allSatisfy { $0["result"] != nil } && !answered.isEmpty)
    #expect(refused.allSatisfy { $0["error"]?["data"]?["fourCC"] == "msrv" } && !refused.isEmpty)
    let ids = (answered + refused).compactMap { $0["id"]?.integer }
    #expect(ids == Array(1...Int64(count)))
    #expect(try daemon.process.wait() == 0)
  }

  @Test func `R49: who knew another epoch is reset once, before anything else`() throws {
    let daemon = try TestDaemon()
    let former = try daemon.connect().granted("hello", ["protocol": 1])["epoch"] ?? .null
    try daemon.restart()
    let client = try daemon.connect()
    let current = try client.granted("hello", ["protocol": 1])["epoch"]
    #expect(current != former && current?.string?.utf8.count == 32)
    #expect(try client.refusal("session.activate", ["session": 1]) == "noSuchSession")
    #expect(try client.takeTold().isEmpty)

    let late = try daemon.connect()
    let hello = try late.post("hello", ["protocol": 1, "epoch": former])
    let first = try late.nextMessage()
    #expect(first?["method"] == "mediaServices.wereReset")
    #expect(first?["params"]?["previousEpoch"] == former)
    #expect(first?["params"]?["epoch"] == current)
    #expect(try late.reply(to: hello)["result"]?["epoch"] == current)
    try late.granted("hello", ["protocol": 1, "epoch": former])
    #expect(try late.takeTold().isEmpty)
    #expect(try late.refusal("session.activate", ["session": 1]) == "expiredSession")

    let knowing = try daemon.connect()
    try knowing.granted("hello", ["protocol": 1, "epoch": current ?? .null])
    #expect(try knowing.takeTold().isEmpty)
  }

  @Test func `an idle daemon does nothing at all`() throws {
    let daemon = try TestDaemon()
    let clients = try (0..<10).map { _ in try daemon.connect() }
    for client in clients.prefix(5) { _ = try client.play() }
    for client in clients { _ = try client.open() }
    let enforcer = try daemon.connect()
    try enforcer.granted("enforcement.attach")
    func measures() throws -> [Int] {
      try [daemon.processorTicks(), daemon.voluntarySwitches()]
    }
    try clients.forEach { _ = try $0.takeTold() }
    // Until it waits again after its last answer.
    var before = try measures()
    for _ in 0..<100 {
      usleep(10_000)
      let now = try measures()
      if now == before { break }
      before = now
    }
    // Nothing can be awaited: this measures that nothing comes.
    sleep(2)
    #expect(try measures() == before)
  }
}
