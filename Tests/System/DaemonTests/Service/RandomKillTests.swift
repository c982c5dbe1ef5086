import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// A daemon that is killed again and again, anywhere, under clients that go on.
@Suite(.tags(.process)) struct RandomKillTests {
  @Test func `killed anywhere, each client reads the reset first, or the end`() throws {
    var world = try KillWorld(seed: seed(), clientCount: 50)
    for _ in 0..<40 { try world.playRound(requests: 25) }
    print("requests=\(world.requests) resets=\(world.resets) ends=\(world.ends)")
    #expect(world.requests == 1000)
    // Otherwise one half of what this proves wasn't there.
    #expect(world.resets > 100 && world.ends > 10)
  }
}

/// A client and what it waits for.
private struct KillClient {
  var connection: ClientConnection
  /// Requests without an answer, oldest first.
  var waiting: [Int64] = []
  /// The rest of a line of which the beginning was sent.
  var rest: String?

  /// A client that was accepted: who still waits for that is neither reset nor ended by a kill.
  init(of manager: FakeManager) throws {
    connection = try manager.connect()
    try connection.granted("system.get")
  }
}

/// Fifty clients, a manager, and a die.
private struct KillWorld {
  private let manager: FakeManager
  private var random: SplitMix64
  private var clients: [KillClient]
  private var lastID: Int64 = 0
  private(set) var requests = 0
  private(set) var resets = 0
  private(set) var ends = 0

  init(seed: UInt64, clientCount: Int) throws {
    manager = try FakeManager()
    try manager.start()
    random = SplitMix64(seed: seed)
    let manager = manager
    clients = try (0..<clientCount).map { _ in try KillClient(of: manager) }
  }

  /// Sends requests, kills somewhere among them, and holds each client to what it may see.
  mutating func playRound(requests count: Int) throws {
    let killed = Int.random(in: 0..<count, using: &random)
    for index in 0..<count {
      if index == killed { try kill() }
      try send(to: Int.random(in: clients.indices, using: &random))
      try manager.takeMessages()
    }
    try manager.start()
    for index in clients.indices { try check(index) }
    // Now and then all is quiet, so that there are always some that can be kept.
    if Bool.random(using: &random) { try manager.letSettle() }
  }

  private mutating func kill() throws {
    // Somewhere in the carrying out of what was just sent.
    for _ in 0..<Int.random(in: 0..<20_000, using: &random) { _ = clock() }
    try manager.end()
  }

  private mutating func send(to index: Int) throws {
    requests += 1
    if let rest = clients[index].rest {
      clients[index].rest = nil
      try clients[index].connection.send(rest)
      return
    }
    let bodies = [
      #""session.open","params":{"category":"playback"}"#,
      #""session.open","params":{"category":"ambient"}"#,
      #""session.activate","params":{"session":\#(Int.random(in: 1...60, using: &random))}"#,
      #""events.subscribe","params":{"scope":"all"}"#,
      #""session.list","params":{}"#, #""rpc.discover","params":{}"#,
    ]
    lastID += 1
    let body = bodies[Int.random(in: bodies.indices, using: &random)]
    let line = #"{"jsonrpc":"2.0","id":\#(lastID),"method":\#(body)}"# + "\n"
    clients[index].waiting.append(lastID)
    var cut = line.count
    if Int.random(in: 0..<8, using: &random) == 0 {
      cut = Int.random(in: 1..<line.count, using: &random)
      clients[index].rest = String(line.dropFirst(cut))
    }
    try clients[index].connection.send(String(line.prefix(cut)))
  }

  /// Reads until the reset or the end; behind the reset everything that waits is answered.
  private mutating func check(_ index: Int) throws {
    while let message = try clients[index].connection.nextMessage() {
      if message["method"] == "mediaServices.wereReset" {
        resets += 1
        return try checkAnswers(index)
      }
      try take(message, index)
    }
    ends += 1
    clients[index] = try KillClient(of: manager)
  }

  private mutating func checkAnswers(_ index: Int) throws {
    if let rest = clients[index].rest {
      clients[index].rest = nil
      try clients[index].connection.send(rest)
    }
    while !clients[index].waiting.isEmpty {
      guard let message = try clients[index].connection.nextMessage() else {
        throw ProcessFault("the connection ended after the reset")
      }
      try take(message, index)
    }
  }

  private mutating func take(_ message: JSONValue, _ index: Int) throws {
    guard message["method"] == nil else {
      guard message["method"] != "mediaServices.wereReset" else {
        throw ProcessFault("a second reset")
      }
      return
    }
    guard let id = message["id"]?.integer, id == clients[index].waiting.first else {
      throw ProcessFault("\(message.text) isn't the answer to \(clients[index].waiting)")
    }
    clients[index].waiting.removeFirst()
  }
}
