import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// One user's requests, however dear and over however many connections, delay nobody else's.
///
/// What is judged is the order of answers, not time: a slow machine is slow for both.
@Suite(.tags(.process), .enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
struct FairnessTests {
  private static let attacker: UInt32 = 65_534

  /// Connections of one process of the attacker.
  private static func connections(
    _ count: Int,
    to daemon: TestDaemon
  ) throws -> (ClientProcess, [ClientConnection]) {
    let process = try ClientProcess(user: attacker, group: attacker)
    return (process, try (0..<count).map { _ in try process.connect(to: daemon.socketPath) })
  }

  @Test func `dear requests on many connections leave room for another user's`() throws {
    let daemon = try TestDaemon()
    let bystander = try daemon.connect()
    #expect(try bystander.isServed())
    let (lowered, places) = try FairnessTests.connections(8, to: daemon)
    for place in places { for _ in 0..<16 { _ = try place.play(["category": "ambient"]) } }
    let (attackers, floods) = try FairnessTests.connections(30, to: daemon)
    let ducking: JSONValue = ["category": "playback", "options": ["duckOthers"]]
    let toggles = try floods.map { flood in
      let session = try flood.play(ducking)
      let parameters: JSONValue = ["session": session]
      return (0..<30).map { number in
        let method = number.isMultiple(of: 2) ? "session.deactivate" : "session.activate"
        let request: JSONValue = [
          "jsonrpc": "2.0", "id": .string("toggle"), "method": .string(method),
          "params": parameters,
        ]
        return request.text + "\n"
      }.joined()
    }
    let start = try bystander.granted("server.status")["seq"]?.integer ?? 0
    for (flood, text) in zip(floods, toggles) {
      #expect(flood.sendWithoutWaiting(Array(text.utf8)) == text.utf8.count)
    }
    // Each round trip takes a turn at least, in which the attackers have no more than their part.
    let now = try bystander.granted("server.status")["seq"]?.integer ?? 0
    let all = floods.count * 30
    #expect(Int(now - start) < all / 2, "\(now - start) of \(all) were carried out before")
    for flood in floods {
      var answers = 0
      while answers < 30 {
        if try flood.nextMessage()?["id"] != nil { answers += 1 }
      }
    }
    _ = (lowered, attackers)
  }

  @Test func `many users that ask without pause are served after one that asks seldom`() throws {
    let daemon = try TestDaemon()
    let bystander = try daemon.connect()
    #expect(try bystander.isServed())
    let users: [UInt32] = Array(60_000..<60_012)
    let processes = try users.map { try ClientProcess(user: $0, group: $0) }
    let floods = try processes.flatMap { process in
      try (0..<4).map { _ in try process.connect(to: daemon.socketPath) }
    }
    let line = #"{"jsonrpc":"2.0","id":1,"method":"policy.get"}"# + "\n"
    let text = Array(String(repeating: line, count: 200).utf8)
    for flood in floods { _ = flood.sendWithoutWaiting(text) }
    #expect(try bystander.isServed())
    // The attackers were in the middle of it: there is more for each of them to come.
    let unserved = floods.filter { !$0.hasUnread }.count
    #expect(unserved > 0, "everybody else was served first")
    for process in processes { try process.die() }
    try bystander.waitForCounts(connections: 1, sessions: 0)
  }

  @Test func `requests of a client that has died: discarded without being handled`() throws {
    let daemon = try TestDaemon()
    let other = try daemon.connect()
    let session = try other.play()
    let request = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    for _ in 0..<50 { _ = try other.call("policy.get") }
    let start = try daemon.processorTicks()
    for _ in 0..<2000 { _ = try other.call("rpc.discover") }
    let live = try daemon.processorTicks() - start

    let (process, floods) = try FairnessTests.connections(20, to: daemon)
    let text = Array(String(repeating: request, count: 1000).utf8)
    for flood in floods { #expect(flood.sendWithoutWaiting(text) == text.count) }
    let before = try daemon.processorTicks()
    try process.die()
    try other.waitForCounts(connections: 1, sessions: 1)
    let dead = try daemon.processorTicks() - before
    // Ten times as many requests, of which none had to be answered.
    #expect(dead < max(live, 5), "\(dead) ticks for the dead, \(live) for a tenth of it alive")
    #expect(try other.granted("session.get", ["session": session])["state"] == "active")
  }

  @Test func `R48: what the dead changed last is carried out`() throws {
    let daemon = try TestDaemon()
    let other = try daemon.connect()
    let (process, places) = try FairnessTests.connections(1, to: daemon)
    let lease: JSONValue = ["leaseName": "hook"]
    let session = try places[0].play(["category": "ambient", "lease": lease])
    for method in ["session.get", "session.deactivate", "session.get"] {
      _ = try places[0].post(method, ["session": session])
    }
    try process.die()
    try other.waitForCounts(connections: 1, sessions: 1)
    #expect(try other.granted("session.get", ["session": session])["state"] == "inactive")
  }

  @Test func `R48: the dead change no more than a turn's worth`() throws {
    let daemon = try TestDaemon()
    let other = try daemon.connect()
    let (process, places) = try FairnessTests.connections(1, to: daemon)
    let lease: JSONValue = ["leaseName": "hook"]
    let session = try places[0].play(["category": "ambient", "lease": lease])
    // The daemon doesn't run, so it sees the death and all of the requests at once.
    daemon.process.send(SIGSTOP)
    let toggle = ["session.deactivate", "session.activate"].map { method in
      #"{"jsonrpc":"2.0","method":"\#(method)","params":{"session":\#(session.text)}}"# + "\n"
    }.joined()
    let text = Array(String(repeating: toggle, count: 500).utf8)
    #expect(places[0].sendWithoutWaiting(text) == text.count)
    try process.die()
    daemon.process.send(SIGCONT)
    try other.waitForCounts(connections: 1, sessions: 1)
    let activation = try other.granted("session.get", ["session": session])["activation"]?.integer
    // What was read before the death was seen may come on top.
    #expect((1...200).contains(activation ?? 0), "\(activation ?? 0) activations")
  }

  @Test func `leases of the dead keep no descriptor`() throws {
    let daemon = try TestDaemon()
    let other = try daemon.connect()
    #expect(try other.isServed())
    let before = try daemon.descriptorCount()
    for number in 0..<8 {
      let (process, places) = try FairnessTests.connections(4, to: daemon)
      for (index, place) in places.enumerated() {
        _ = try place.open(["lease": ["leaseName": .string("\(number).\(index)")]])
        // More than one turn's worth, so that its death is seen before its connections' ends.
        let line = #"{"jsonrpc":"2.0","method":"session.list"}"# + "\n"
        _ = place.sendWithoutWaiting(Array(String(repeating: line, count: 500).utf8))
      }
      try process.die()
      try other.waitForCounts(connections: 1, sessions: Int64(4 * number + 4))
    }
    #expect(try daemon.descriptorCount() == before)
  }
}
