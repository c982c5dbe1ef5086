import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// R14: an enforcer that makes requests of its own, which it would have to acknowledge itself.
@Suite(.serialized)
struct AskingEnforcerTests {
  private let world: ServerWorld
  private let enforcer: WorldClient
  private let music: WorldClient
  /// A session of the enforcer that isn't active, and that interrupts the music.
  private let session: JSONValue

  /// Music plays, and the enforcer may be waited for longer than a test takes.
  init() throws {
    world = try ServerWorld("[Policy]\nEnforcementTimeout=2s\n")
    enforcer = try world.connect(as: PeerCredentials(pid: 101, uid: 1000, gid: 1000))
    music = try world.connect(as: PeerCredentials(pid: 102, uid: 1000, gid: 1000))
    try enforcer.ask("enforcement.attach")
    let song = try music.ask("session.open", ["category": "playback"])["session"] ?? .null
    try music.ask("session.activate", ["session": song])
    session = try enforcer.ask("session.open", ["category": "playback"])["session"] ?? .null
  }

  private func activation(_ id: Int) -> String {
    request(id, "session.activate", #"{"session":\#(session.text)}"#)
  }

  /// What the enforcer reads while it acknowledges each decision as soon as it is told of it.
  private func linesOfObedience() throws -> [String] {
    var lines: [String] = []
    while let line = try enforcer.line() {
      lines.append(digest(line))
      let message = try JSONValue(parsing: line)
      guard message["method"] == "enforcement.apply" else { continue }
      let seq = message["params"]?["seq"]?.text ?? ""
      try enforcer.send(
        #"{"jsonrpc":"2.0","method":"enforcement.applied","params":{"seq":\#(seq)}}"#
      )
    }
    return lines
  }

  @Test func `its batch doesn't wait for it, since it is told only after the batch`() throws {
    try enforcer.send("[\(activation(7)),\(request(8, "system.get"))]")
    let lines = try linesOfObedience()
    #expect(lines == ["[7 ok, 8 ok]", "enforcement.apply"])
    // What is decided later waits again.
    try music.send(request(9, "session.activate", #"{"session":1}"#))
    #expect(try music.lines().map(digest) == ["session.interruption"])
    let later = try linesOfObedience()
    #expect(later.first == "enforcement.apply")
    #expect(try music.lines().map(digest) == ["9 ok"])
  }

  @Test func `its lines that come together wait until it has acknowledged each decision`() throws {
    try enforcer.send(
      activation(7),
      request(8, "session.deactivate", #"{"session":\#(session.text)}"#),
      activation(9),
      request(10, "system.get")
    )
    // Nobody hears the music any more when it activates again, so there is nothing to apply.
    let lines = try linesOfObedience()
    #expect(
      lines == ["enforcement.apply", "7 ok", "enforcement.apply", "8 ok", "9 ok", "10 ok"]
    )
  }

  @Test func `it is heard though many replies queue behind the one that waits for it`() throws {
    let others = 8..<108
    try enforcer.send(activation(7))
    for id in others {
      try enforcer.send(request(id, "session.get", #"{"session":\#(session.text)}"#))
    }
    let lines = try linesOfObedience()
    #expect(lines == ["enforcement.apply", "7 ok"] + others.map { "\($0) ok" })
  }
}
