import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Who comes in when there is little room, and that he comes in as himself.
@Suite(.tags(.process), .enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
struct AdmissionTests {
  private static let strangers: [UInt32] = [65_533, 65_534]

  @Test func `places are left for root and who holds admin`() throws {
    var configuration: DaemonConfiguration = ["Connections": "8", "ConnectionsPerUser": "8"]
    configuration.grants["admin"] = DaemonConfiguration.Holders(users: [60_000])
    let daemon = try TestDaemon(configuration)
    let processes = try AdmissionTests.strangers.map { try ClientProcess(user: $0, group: $0) }
    for number in 0..<6 {
      #expect(try processes[number % 2].connect(to: daemon.socketPath).isServed())
    }
    let refusal =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"The limit connections is "#
      + #"exceeded: expected at most 8.","data":{"name":"limitExceeded","limit":"connections","#
      + #""value":8}}}"#
    for process in processes {
      #expect(try process.connect(to: daemon.socketPath).linesToEnd() == [refusal])
    }
    let administrator = try ClientProcess(user: 60_000, group: 60_000)
    #expect(try administrator.connect(to: daemon.socketPath).isServed())
    #expect(try daemon.connect().isServed())
    #expect(try processes[0].connect(to: daemon.socketPath).linesToEnd() == [refusal])
  }

  @Test func `R54: places for sessions are left for root`() throws {
    let daemon = try TestDaemon([
      "SessionsPerConnection": "16384", "SessionsPerUser": "16384", "ConnectionsPerUser": "16",
    ])
    let process = try ClientProcess(user: 65_534, group: 65_534)
    let stranger = try process.connect(to: daemon.socketPath)
    let batch = #"{"jsonrpc":"2.0","method":"session.open"}"#
    let line = "[" + Array(repeating: batch, count: 64).joined(separator: ",") + "]\n"
    for _ in 0..<256 {
      try stranger.send(line)
      // However slow the daemon is beside other tests: it is waited for a batch at a time.
      #expect(try stranger.isServed())
    }
    #expect(try stranger.refusal("session.open", [:]) == "resourceNotAvailable")
    let count = try stranger.granted("server.status")["counts"]?["sessions"]
    #expect(count == 16_320)
    _ = try daemon.connect().open()
  }

  @Test func `the listener comes back with the descriptors, though nobody left`() throws {
    let daemon = try TestDaemon()
    let first = try daemon.connect()
    #expect(try first.isServed())
    try daemon.leaveRoom(forDescriptors: 0)
    let waiting = try daemon.connect()
    #expect(try daemon.nextMessage().contains("can't accept connections for a while"))
    try daemon.leaveRoom(forDescriptors: nil)
    #expect(try waiting.isServed())
    #expect(try first.isServed())
  }

  /// There is room for the connection alone, or for the process behind it but not to look at it.
  @Test(arguments: [1, 2])
  func `a client unidentifiable for lack of descriptors: not admitted`(room: Int) throws {
    let daemon = try TestDaemon()
    let process = try ClientProcess(user: 0, group: 0)
    let first = try process.connect(to: daemon.socketPath)
    let session = try first.open()
    try daemon.leaveRoom(forDescriptors: room)
    let lines = try process.connect(to: daemon.socketPath).linesToEnd()
    #expect(lines == [])
    try daemon.leaveRoom(forDescriptors: nil)
    let later = try process.connect(to: daemon.socketPath)
    let peer = try later.granted("hello", ["protocol": 1])["peer"]
    #expect(peer?["comm"] == "audiosession-te")
    try later.granted("session.close", ["session": session])
  }

  @Test func `many supplementary groups cost next to nothing, and count where a grant names one`()
    throws
  {
    var configuration = DaemonConfiguration()
    configuration.grants["alarm"] = DaemonConfiguration.Holders(groups: [165_000])
    let daemon = try TestDaemon(configuration)
    let root = try daemon.connect()
    #expect(try root.isServed())
    let before = try daemon.residentKilobytes()
    let process = try ClientProcess(user: 65_534, group: 65_534, groups: 100_000..<165_536)
    let connections = try (0..<100).map { _ in try process.connect(to: daemon.socketPath) }
    let hello = try connections[99].granted("hello", ["protocol": 1])
    #expect(hello["grants"] == ["alarm"])
    // Each list of groups has 256 KiB.
    #expect(try daemon.residentKilobytes() < before + 8192)

    try daemon.configure("[Grant alarm]\nGroups=1\n")
    try daemon.reload()
    #expect(try connections[0].granted("hello", ["protocol": 1])["grants"] == [])
    try daemon.configure("[Grant phoneCall]\nGroups=100000\n")
    try daemon.reload()
    #expect(try connections[0].granted("hello", ["protocol": 1])["grants"] == ["phoneCall"])
  }

  @Test func `R2: a process that has changed its user operates nothing of the other's`() throws {
    let daemon = try TestDaemon()
    let process = try ClientProcess(user: 0, group: 0)
    let before = try process.connect(to: daemon.socketPath)
    let call: JSONValue = ["category": "playAndRecord", "priority": "phoneCall"]
    let session = try before.open(call)
    try process.become(user: 65_534)
    let after = try process.connect(to: daemon.socketPath)
    let hello = try after.granted("hello", ["protocol": 1])
    #expect(hello["peer"]?["uid"] == 65_534 && hello["grants"] == [])
    let operations = [
      "session.configure", "session.activate", "session.deactivate", "session.report",
      "session.renew", "session.close",
    ]
    for method in operations {
      #expect(try after.refusal(method, ["session": session]) == "notPermitted", "\(method)")
    }
    // The connection of before has the rights of who made it.
    try before.granted("session.close", ["session": session])
  }

  @Test func `LineBytes that a reload raises holds for connections that are there`() throws {
    let daemon = try TestDaemon(["LineBytes": "4096"])
    let client = try daemon.connect()
    #expect(try client.isServed())
    func limit(of length: Int) throws -> Int64? {
      try client.send(String(repeating: " ", count: length) + "{}\n")
      return try client.nextMessage()?["error"]?["data"]?["value"]?.integer
    }
    #expect(try limit(of: 6000) == 4096)
    try daemon.configure("[Limits]\nLineBytes=8192\n")
    try daemon.reload()
    #expect(try limit(of: 6000) == nil)
    #expect(try limit(of: 9000) == 8192)
    try daemon.configure("[Limits]\nLineBytes=4096\n")
    try daemon.reload()
    #expect(try limit(of: 6000) == 4096)
  }

  @Test func `a process's own name can't steer a terminal`() throws {
    let daemon = try TestDaemon()
    let process = try ClientProcess(user: 65_534, group: 65_534)
    try process.name("\u{1B}[2J\nroot\u{202E}")
    let session = try process.connect(to: daemon.socketPath).open()
    let shown = try daemon.connect().granted("session.get", ["session": session])
    #expect(shown["comm"] == "\u{FFFD}[2J\u{FFFD}root\u{FFFD}")
  }
}
