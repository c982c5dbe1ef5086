import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// What goes into the manager's store, and how it comes out again.
@Suite(.tags(.process)) struct StoreTests {
  private static let storing: [(method: String, parameters: JSONValue)] = [
    ("session.open", [:]), ("events.subscribe", ["scope": "all"]), ("enforcement.attach", [:]),
    ("events.record", [:]),
  ]

  @Test func `a connection is stored once it has something to lose`() throws {
    let manager = try FakeManager()
    try manager.start()
    let stored = manager.startMessages.map(\.fields).filter { $0["FDSTORE"] != nil }
    #expect(stored == [["FDSTORE": "1", "FDNAME": "ledger", "FDPOLL": "0"]])
    for (index, row) in Self.storing.enumerated() {
      let client = try manager.connect()
      for method in ["hello", "system.get", "session.list", "server.status"] {
        try client.granted(method, method == "hello" ? ["protocol": 1] : [:])
      }
      try client.granted("events.subscribe", ["scope": "none"])
      try manager.takeMessages()
      #expect(manager.messages.filter { $0.fields["FDSTORE"] != nil }.isEmpty)
      for _ in 0..<2 { try client.granted(row.method, row.parameters) }
      try manager.takeMessages()
      let stored = manager.messages.filter { $0.fields["FDSTORE"] != nil }.map(\.fields)
      #expect(stored == [["FDSTORE": "1", "FDNAME": "client-\(index + 1)"]])
      try manager.dropMessages()
      client.drop()
      try manager.awaitHangUp(of: "client-\(index + 1)")
    }
    #expect(manager.store.map(\.name) == ["ledger"])
  }

  @Test func `a client cut off: sees the end, though the manager holds its connection`() throws {
    let manager = try FakeManager("[Limits]\nLineBytes=4096\n")
    try manager.start()
    let client = try manager.connect()
    _ = try client.open()
    try manager.expect(["FDNAME": "client-1"])
    let before = try watched(by: manager)
    // A line that never ends.
    try client.send(String(repeating: "a", count: 100_000))
    let lines = try client.linesToEnd()
    #expect(lines.allSatisfy { $0.contains("lineBytes") })
    try manager.awaitHangUp(of: "client-1")
    let other = try manager.connect()
    #expect(try other.isServed())
    #expect(try watched(by: manager) == before)
  }

  @Test func `a closed connection: no longer watched, though the manager holds it`() throws {
    let manager = try FakeManager()
    try manager.start()
    let witness = try manager.connect()
    #expect(try witness.isServed())
    let before = try watched(by: manager)
    let client = try manager.connect()
    _ = try client.open()
    #expect(try watched(by: manager) != before)
    client.drop()
    // The manager doesn't sweep: its duplicate keeps the open file alive.
    try witness.waitForCounts(connections: 1, sessions: 0)
    #expect(try watched(by: manager) == before)
  }

  @Test func `a manager with no room makes nobody wait, and hears all of it later`() throws {
    let manager = try FakeManager()
    try manager.start()
    let clients = try (0..<40).map { _ in try manager.connect() }
    // Nobody takes messages: the socket's queue holds fewer than these.
    for client in clients { _ = try client.open() }
    for client in clients { #expect(try client.isServed()) }
    #expect(manager.store.filter { $0.name.hasPrefix("client-") }.isEmpty)
    try manager.expect(["FDNAME": "client-40"])
    let names = manager.store.map(\.name).filter { $0.hasPrefix("client-") }
    #expect(names == (1...40).map { "client-\($0)" })
    try manager.letSettle()
    try manager.end()
    try manager.start()
    for client in clients {
      #expect(try client.nextMessage()?["method"] == "mediaServices.wereReset")
    }
  }

  @Test func `a connection that closed while the manager had no room isn't stored`() throws {
    let manager = try FakeManager()
    try manager.start()
    let clients = try (0..<40).map { _ in try manager.connect() }
    for client in clients { _ = try client.open() }
    let witness = try manager.connect()
    clients[37].drop()
    try witness.waitForCounts(connections: 40, sessions: 39)
    // Those behind it in the queue are.
    try manager.expect(["FDNAME": "client-40"])
    manager.sweep()
    let names = manager.store.map(\.name).filter { $0.hasPrefix("client-") }
    #expect(names == (1...40).filter { $0 != 38 }.map { "client-\($0)" })
  }

  /// The descriptors that the daemon's poller watches; see proc_pid_fdinfo(5).
  private func watched(by manager: FakeManager) throws -> [String] {
    let folder = "/proc/\(try #require(manager.process).pid)/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: folder).flatMap { number in
      try String(contentsOfFile: "\(folder)/\(number)", encoding: .utf8)
        .split(separator: "\n").filter { $0.hasPrefix("tfd:") }
        .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }.sorted()
  }
}
