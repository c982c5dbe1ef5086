import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// What one user may take, and that it is never others who pay.
@Suite(.tags(.process)) struct LimitTests {
  private static let refusal =
    #"{"jsonrpc":"2.0","id":null,"error":{"code":-32003,"message":"The limit LIMIT is exceeded: "#
    + #"expected at most 3.","data":{"name":"limitExceeded","limit":"LIMIT","value":3}}}"#

  @Test(arguments: [("4", "connectionsPerUser"), ("3", "connections")])
  func `a connection too many gets one line and the end`(_ all: String, _ name: String) throws {
    let daemon = try TestDaemon(["ConnectionsPerUser": "3", "Connections": all])
    let process = try ClientProcess(user: 0, group: 0)
    let connections = try (0..<3).map { _ in try process.connect(to: daemon.socketPath) }
    #expect(try connections.allSatisfy { try $0.isServed() })
    let line = LimitTests.refusal.replacing("LIMIT", with: name)
    for _ in 0..<10 { #expect(try process.connect(to: daemon.socketPath).linesToEnd() == [line]) }
    try process.close(connections[0])
    try connections[1].waitForCounts(connections: 2, sessions: 0)
    #expect(try process.connect(to: daemon.socketPath).isServed())
  }

  @Test func `R54: a session too many is refused, and one that closes makes room`() throws {
    let daemon = try TestDaemon(["SessionsPerConnection": "2", "SessionsPerUser": "3"])
    let one = try daemon.connect()
    let two = try daemon.connect()
    let first = try one.open()
    _ = try one.open()
    #expect(try one.refusal("session.open", [:]) == "resourceNotAvailable")
    _ = try two.open()
    #expect(try two.refusal("session.open", [:]) == "resourceNotAvailable")
    try one.granted("session.close", ["session": first])
    _ = try two.open()
    #expect(try one.sessions().count == 3)
  }

  @Test(.enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
  func `a user at every limit at once keeps nobody else waiting`() throws {
    let daemon = try TestDaemon([
      "ConnectionsPerUser": "32", "SessionsPerUser": "128", "BufferedBytesPerUser": "1048576",
    ])
    let before = try daemon.residentKilobytes()
    let other = try daemon.connect()
    let own = try other.open()
    let process = try ClientProcess(user: 65_534, group: 65_534)
    let floods = try (0..<32).map { _ in try process.connect(to: daemon.socketPath) }
    for flood in floods { for _ in 0..<4 { _ = try flood.open(["category": "ambient"]) } }
    #expect(try floods[0].refusal("session.open", [:]) == "resourceNotAvailable")

    let large = #"{"jsonrpc":"2.0","id":1,"method":"session.list"}"#
    let requests = Array(String(repeating: large + "\n", count: 100).utf8)
    let half = [UInt8](repeating: UInt8(ascii: " "), count: 60_000)
    var longest = Duration.zero
    for round in 0..<60 {
      for (index, flood) in floods.enumerated() {
        _ = flood.sendWithoutWaiting(index.isMultiple(of: 2) ? requests : half)
      }
      if round.isMultiple(of: 10) { _ = try process.connect(to: daemon.socketPath) }
      let time = try ContinuousClock().measure {
        let method = round.isMultiple(of: 2) ? "session.activate" : "session.deactivate"
        try other.granted(method, ["session": own])
      }
      longest = max(longest, time)
    }
    // A round trip takes a fraction of a millisecond; this is what a person would call a delay.
    #expect(longest < .seconds(2))
    // What is buffered, and what 128 sessions with their log take.
    #expect(try daemon.residentKilobytes() < before + 65_536)
    try process.die()
    try other.waitForCounts(connections: 1, sessions: 1)
  }
}
