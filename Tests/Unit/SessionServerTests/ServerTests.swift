import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import AudioSessionServer

/// The shell around the arbiter, from bytes to bytes, in one process.
@Suite(.serialized)
struct ServerTests {
  @Test func `of several errors the first in the protocol's order is told`() throws {
    let world = try ServerWorld("[Grant admin]\nUsers=\n[Grant alarm]\nUsers=\n")
    let client = try world.connect()
    let rows: [(request: String, answer: String)] = [
      ("{", "null -32700"),
      (#"{"id":1,"method":"nope","params":3}"#, "1 -32600"),
      (request(2, "nope", #"{"a":1}"#), "2 -32601"),
      (request(3, "session.get", #"[]"#), "3 -32602"),
      (request(4, "session.get", #"{"sesion":1}"#), "4 -32602"),
      (request(5, "session.evict", #"{"session":"1"}"#), "5 -32602"),
      (request(6, "session.evict", #"{"session":1}"#), "6 -32001"),
      (request(7, "session.activate", #"{"session":1}"#), "7 -32002"),
      (request(8, "session.renew", #"{"leaseName":"x"}"#), "8 -32002"),
      (request(9, "session.open"), "9 ok"),
      (request(10, "session.renew", #"{"session":1}"#), "10 -50"),
      (
        request(11, "session.configure", #"{"session":1,"category":"x","priority":"alarm"}"#),
        "11 -50"
      ),
      (request(12, "session.configure", #"{"session":1,"priority":"alarm"}"#), "12 1701737535"),
      (request(13, "session.close", #"{"session":1}"#), "13 ok"),
      (request(14, "session.get", #"{"session":1}"#), "14 -32002"),
    ]
    try client.send(rows.map(\.request).joined(separator: "\n"))
    #expect(try client.lines().map(digest) == rows.map(\.answer))
  }

  @Test func `a batch is answered in one line, and what it causes follows`() throws {
    let client = try ServerWorld().connect()
    let hello = #"{"protocol":1,"events":["lifecycle"]}"#
    let batch = [
      request(1, "session.open"), request(2, "session.activate", #"{"session":1}"#),
      #"{"jsonrpc":"2.0","method":"session.deactivate","params":{"session":1}}"#, "7",
    ]
    try client.send(request(0, "hello", hello), "[\(batch.joined(separator: ","))]")
    let seen = try client.lines().map(digest)
    #expect(
      seen == [
        "0 ok", "[1 ok, 2 ok, null -32600]", "session.didBecomeActive",
        "session.didBecomeInactive",
      ]
    )
  }

  @Test func `a batch of notifications gets no line`() throws {
    let client = try ServerWorld().connect()
    try client.send(#"[{"jsonrpc":"2.0","method":"session.open"}]"#, request(1, "session.list"))
    #expect(try client.lines().map(digest) == ["1 ok"])
  }

  @Test func `one large request a turn, in order and over several turns`() throws {
    let world = try ServerWorld()
    let client = try world.connect()
    let lists = (1...3).map { request($0, "session.list") }
    try client.send(lists.joined(separator: "\n"), "[\(lists.joined(separator: ","))]")
    var turns: [[String]] = []
    try Condition.wait("four lines: \(turns)") {
      try world.server.turn(timeout: .zero)
      turns.append(try client.linesSoFar().map(digest))
      return turns.joined().count == 4
    }
    #expect(turns.filter { !$0.isEmpty } == [["1 ok"], ["2 ok"], ["3 ok"], ["[1 ok, 2 ok, 3 ok]"]])
    // Each request of the batch takes a turn, and more if the machine let a turn stand for a moment.
    let single = try #require(turns.lastIndex { $0 == ["3 ok"] })
    #expect(turns.count - 1 - single >= 3)
  }

  @Test func `a line that is too long is told once, and the next is heard`() throws {
    let world = try ServerWorld("[Limits]\nLineBytes=4096\n")
    let client = try world.connect()
    try client.send(String(repeating: "x", count: 9000), request(1, "session.list"))
    #expect(try client.lines().map(digest) == ["null -32003", "1 ok"])
    try client.send(String(repeating: "x", count: 80_000))
    #expect(try client.lines().map(digest) == ["null -32003"])
    try client.awaitEnd()
  }

  @Test func `R48: at the end of file complete lines are answered, then the connection ends`()
    throws
  {
    let world = try ServerWorld()
    let client = try world.connect()
    let witness = try world.connect()
    try client.send(request(1, "session.open"), request(2, "session.activate", #"{"session":1}"#))
    try client.endWriting()
    #expect(try client.lines().map(digest) == ["1 ok", "2 ok"])
    try client.awaitEnd()
    try witness.send(request(3, "session.get", #"{"session":1}"#))
    #expect(try witness.lines().map(digest) == ["3 -32002"])
  }

  @Test func `R49: who names another epoch is told of the reset, once and first`() throws {
    let client = try ServerWorld().connect()
    let hello = #"{"protocol":1,"epoch":"0123456789abcdef0123456789abcdef"}"#
    try client.send(request(1, "hello", hello), request(2, "hello", hello))
    try client.send(request(3, "session.get", #"{"session":1}"#))
    let seen = try client.lines().map(digest)
    #expect(seen == ["mediaServices.wereReset", "1 ok", "2 ok", "3 561210739"])
  }

  @Test func `R54: a session too many is refused, and nothing else is touched`() throws {
    let client = try ServerWorld("[Limits]\nSessionsPerConnection=1\n").connect()
    try client.send(request(1, "session.open"), request(2, "session.open"))
    try client.send(request(3, "session.get", #"{"session":1}"#), request(4, "hello"))
    #expect(try client.lines().map(digest) == ["1 ok", "2 561145203", "3 ok", "4 -32602"])
  }

  @Test func `a connection too many gets one line and the end`() throws {
    let world = try ServerWorld("[Limits]\nConnectionsPerUser=1\nConnections=1\n")
    let first = try world.connect()
    try first.send(request(1, "session.list"))
    #expect(try first.lines().map(digest) == ["1 ok"])
    let second = try world.connect()
    #expect(try second.lines().map(digest) == ["null -32003"])
    try second.awaitEnd()
  }

  @Test func `after a hello in another protocol only a right one is heard`() throws {
    let client = try ServerWorld().connect()
    try client.send(request(1, "hello", #"{"protocol":2}"#), request(2, "session.list"))
    try client.send(request(3, "session.get", #"{"x":1}"#), request(4, "nope"))
    try client.send(request(5, "hello", #"{"protocol":1}"#), request(6, "session.list"))
    let seen = try client.lines().map(digest)
    #expect(seen == ["1 -32004", "2 -32004", "3 -32004", "4 -32601", "5 ok", "6 ok"])
  }

  @Test func `R1: an orderly stop tells everybody, and answers what was read`() throws {
    let world = try ServerWorld()
    let client = try world.connect()
    try client.send((1...3).map { request($0, "session.list") }.joined(separator: "\n"))
    try world.server.turn(timeout: .zero)
    try world.server.turn(timeout: .zero)
    try client.send(request(4, "session.list"))
    world.server.stop()
    let seen = try client.linesSoFar().map(digest)
    #expect(seen == ["1 ok", "mediaServices.wereLost", "2 1836282486", "3 1836282486"])
    #expect(
      !FileManager.default.fileExists(atPath: world.server.base.configuration.options.socketPath)
    )
  }

  @Test func `R1: an orderly stop answers no more than is read`() throws {
    let world = try ServerWorld()
    let clients = try (0..<8).map { _ in try world.connect() }
    for client in clients { try client.send(String(repeating: "x\n", count: 5000)) }
    for _ in 0..<4 { try world.server.turn(timeout: .zero) }
    world.server.stop()
    let limit = world.server.base.configuration.settings.limits.coalesceBytes
    let unsent = world.server.base.connections.all.map(\.outbox.unsentBytes)
    #expect(unsent.allSatisfy { $0 < limit + 1024 }, "\(unsent)")
  }

  @Test func `R54: a lease that is opened again counts on the connection that opens it`() throws {
    let world = try ServerWorld("[Limits]\nSessionsPerConnection=1\n")
    let owner = try world.connect()
    let other = try world.connect()
    let lease = #"{"lease":{"leaseName":"hook"}}"#
    try owner.send(request(1, "session.open", lease), request(2, "session.open", lease))
    #expect(try owner.lines().map(digest) == ["1 ok", "2 ok"])
    try other.send(request(3, "session.open"), request(4, "session.open", lease))
    #expect(try other.lines().map(digest) == ["3 ok", "4 561145203"])
    try other.send(
      request(5, "session.close", #"{"session":2}"#),
      request(6, "session.open", lease)
    )
    #expect(try other.lines().map(digest) == ["5 ok", "6 ok"])
  }

  @Test func `a query without an id isn't worked out, a change without one is made`() throws {
    let world = try ServerWorld()
    let client = try world.connect()
    let query = #"{"jsonrpc":"2.0","method":"session.list"}"#
    let lines =
      [String](repeating: query, count: 40) + [
        #"{"jsonrpc":"2.0","method":"session.open"}"#, request(1, "session.get", #"{"session":1}"#),
      ]
    try client.send(lines.joined(separator: "\n"))
    // Of queries that are answered, a turn has one.
    var seen: [String] = []
    for _ in 0..<20 where seen.isEmpty {
      try world.server.turn(timeout: .zero)
      seen = try client.linesSoFar().map(digest)
    }
    #expect(seen == ["1 ok"])
  }
}
