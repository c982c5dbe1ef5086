import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// What `audiosessionctl` says of sessions that have a role, a zone, an application or a lease.
@Suite(.tags(.process)) struct ControlSessionTests {
  private let daemon: TestDaemon
  /// Keeps its sessions while the test runs.
  private let client: ClientConnection

  /// Music of an application in the kitchen, a silenced game that is a lease, and a siren.
  init() throws {
    daemon = try TestDaemon(
      text: "[Role emergency]\nLike=alarm\n[Interactions]\nemergency.mixable=mix\n",
      in: TemporaryDirectory()
    )
    client = try daemon.connect()
    try client.granted("hello", ["protocol": 1, "application": "radio"])
    _ = try client.play(["category": "playback", "name": "mpd", "zone": "kitchen"])
    try client.granted("hello", ["protocol": 1])
    let lease: JSONValue = ["leaseName": "tetris"]
    _ = try client.play(["category": "ambient", "name": "game", "lease": lease])
    _ = try client.open(["category": "playback", "name": "siren", "role": "emergency"])
    try client.granted("system.setSilenced", ["silenced": true])
  }

  @Test func `R62, R63: status goes zone by zone, and says who is silenced`() throws {
    let lines = try lines("status").dropFirst(3)
    #expect(
      lines.filter { $0.hasPrefix("Zone") || $0.hasPrefix("No") } == ["Zone kitchen", "No zone"]
    )
    let rows = lines.filter { $0.first?.isNumber ?? false }.map { $0.split(separator: "  ") }
    #expect(
      rows.map { [$0[0], $0[1], $0[3], $0[4]].map { $0.drop { $0 == " " } } } == [
        ["1", "mpd", "playback, application radio", "active, playing"],
        ["2", "game", "ambient, lease tetris", "active, playing, silenced"],
      ]
    )
    let causes = lines.filter { $0.hasPrefix("    ") }
    #expect(causes.count == 1)
    #expect(causes.first?.contains("game (session 2) is silent") ?? false)
    #expect(causes.first?.contains("(R62), since ") ?? false)
  }

  @Test func `R52, R63, R66: the list has columns for what there is`() throws {
    let lines = try lines("list")
    #expect(
      lines.first?.split(separator: " ") == [
        "ID", "NAME", "OWNER", "USER", "APPLICATION", "ZONE", "PRIORITY", "KIND", "USE", "STATE",
      ]
    )
    let kinds = lines.dropFirst().prefix(3).map { line in
      line.split(separator: "  ").map { $0.drop { $0 == " " } }
    }
    #expect(
      kinds.map { $0[4...7].joined(separator: "|") } == [
        "radio|kitchen|normal|exclusive", "-|-|normal|mixable", "-|-|alarm|emergency",
      ]
    )
  }

  @Test func `a lease is found by its name, and explained`() throws {
    let heading =
      "game (session 2), ambient, kind mixable, lease tetris: active, playing, silenced."
    #expect(try lines("explain", "tetris").first == heading[...])
    let role = "siren (session 3), playback, role emergency: inactive."
    #expect(try lines("explain", "siren").first == role[...])
    #expect(try lines("show", "tetris", "-p", "zone", "-p", "kind") == ["zone=", "kind=mixable"])
  }

  @Test func `R62: the log has the silent switch, and who ended`() throws {
    try client.granted("session.close", ["leaseName": "tetris"])
    let lines = try lines("log")
    let text = "  the silent switch was turned on or off  ["
    let switched = try #require(lines.firstIndex { $0.contains(text) })
    #expect(lines[switched + 1] == "    game (session 2): silenced")
    #expect(lines.last == "    game (session 2): closed")
    #expect(
      lines.contains("    mpd (session 1): playback, application radio, zone kitchen, inactive")
    )
  }

  private func lines(_ words: String...) throws -> [Substring] {
    let run = try Finished.control(words, at: daemon.socketPath)
    #expect(run.status == 0, "\(words): \(run.error)")
    return run.output.split(separator: "\n")
  }
}
