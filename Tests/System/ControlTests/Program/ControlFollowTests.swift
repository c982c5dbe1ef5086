import AudioSessionJSON
import AudioSessionWire
import Glibc
import TestSupport
import TestTraits
import Testing

/// `follow`: lines and commands for what happens to the sessions of others, and a session of its own
/// for a player that has none.
@Suite(.tags(.process), .timeLimit(.minutes(2))) struct ControlFollowTests {
  private let daemon: TestDaemon
  private let client: ClientConnection
  /// A process of its own, since sessions of one process never affect each other.
  private let process: ClientProcess

  private static let call: JSONValue = [
    "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall", "name": "phone",
  ]

  init() throws {
    daemon = try TestDaemon()
    client = try daemon.connect()
    process = try ClientProcess(user: 0, group: 0)
  }

  private func follow(_ line: String...) throws -> RunningControl {
    try RunningControl(["follow"] + line, at: daemon.socketPath)
  }

  @Test func `a line for each change of what is heard`() throws {
    _ = try client.play(["category": "playback", "name": "music"])
    _ = try client.open(["name": "lamp", "zone": "kitchen"])
    let lines = try follow()
    let json = try follow("music", "-j")
    let kitchen = try follow("--zone", "kitchen", "--format", "{{name}}={{event}}")
    // The first lines say that following has begun.
    #expect(try lines.lines(2) == ["music active 1", "lamp inactive 1"])
    #expect(try kitchen.lines(1) == ["lamp=open"])
    #expect(try JSONValue(parsing: json.lines(1)[0])["events"] == ["open", "active"])
    let other = try process.connect(to: daemon.socketPath)
    let ducking: JSONValue = [
      "category": "playback", "options": ["duckOthers"], "name": "navi", "zone": "kitchen",
    ]
    _ = try other.play(ducking)
    #expect(
      try lines.lines(3) == ["navi inactive 1", "navi active 1", "music ducked 0.2 navi"]
    )
    #expect(try kitchen.lines(2) == ["navi=open", "navi=active"])
    let ducked = try JSONValue(parsing: json.lines(1)[0])
    #expect(ducked["events"] == ["duck"] && ducked["state"] == "ducked" && ducked["by"] == ["navi"])
    #expect(ducked["session"]?["gain"] == 0.2)
    try process.close(other)
    #expect(try Set(lines.lines(2)) == ["music active 1", "navi closed 1"])
    try daemon.process.kill()
    #expect(try lines.lines(2) == ["music closed 1", "lamp closed 1"])
    lines.endReading()
    #expect(try lines.status() == 0)
  }

  @Test func `commands run one after the other, with the facts around them`() throws {
    let session = try client.play(["category": "playback", "name": "music"])
    let follow = try follow(
      "music",
      "--on-change",
      #"echo "$AUDIOSESSION_EVENT $AUDIOSESSION_NAME $AUDIOSESSION_STATE""#,
      "--on-began",
      #"sleep 0.2; echo "began by $AUDIOSESSION_BY, $AUDIOSESSION_RULE""#,
      "--on-ended",
      "echo ended",
      "--on-resume",
      "echo resume; exit 3",
      "--on-duck",
      "echo gain $AUDIOSESSION_GAIN"
    )
    #expect(try follow.lines(1) == ["open music active"])
    let other = try process.connect(to: daemon.socketPath)
    let phone = try other.play(Self.call)
    #expect(
      try follow.lines(2) == ["began by phone, R12 R15 R59", "began music interrupted"]
    )
    try other.granted("session.close", ["session": phone])
    try client.granted("session.activate", ["session": session])
    let ducking: JSONValue = ["category": "playback", "options": ["duckOthers"]]
    _ = try other.play(ducking)
    #expect(
      try follow.lines(6) == [
        "ended", "ended music inactive", "resume", "resume music active", "gain 0.2",
        "duck music ducked",
      ]
    )
    #expect(try follow.error() == "audiosessionctl: a command ended with status 3")
    // Nobody will tell any more that it is no longer lowered.
    follow.send(SIGTERM)
    #expect(try follow.lines(1) == ["gain 1"])
    #expect(try follow.status() == 0)
  }

  private func player(_ line: String...) throws -> RunningControl {
    let commands = [
      "--on-began", #"echo "pause, $AUDIOSESSION_BY""#, "--on-resume", "echo play",
    ]
    let all = ["follow", "--name", "mpv"] + commands + line
    return try RunningControl(all, at: daemon.socketPath)
  }

  @Test func `a player is paused by a call and resumed, but not if its user paused it`() throws {
    let player = try player("--reports", "--on-ended", "echo over", "--zone", "hall")
    try client.granted("events.subscribe", ["scope": "all"])
    try player.type("playing")
    func state(_ wanted: JSONValue) throws {
      while true {
        let changes = try client.nextTold("server.decision")["params"]?["changes"]?.array ?? []
        if changes.contains(where: { $0["name"] == "mpv" && $0["state"] == wanted }) { return }
      }
    }
    try state("active")
    let phone = try client.play(Self.call)
    #expect(try player.lines(1) == ["pause, phone"])
    // The player says what it was made to do.
    try player.type("paused")
    try client.granted("session.deactivate", ["session": phone])
    #expect(try player.lines(2) == ["over", "play"])
    try state("active")
    try player.type("playing")
    try player.type("Paused")
    try state("inactive")
    try client.granted("session.activate", ["session": phone])
    try client.granted("session.deactivate", ["session": phone])
    try player.type("loud")
    #expect(
      try player.error()
        == "audiosessionctl: --reports: expected playing, paused or stopped, found \"loud\""
    )
    try player.type("playing")
    try state("active")
    #expect(try client.sessions().first { $0["name"] == "mpv" }?["zone"] == "hall")
    try player.endInput()
    #expect(try player.status() == 0)
    #expect(try player.rest() == [])
    try client.waitForCounts(connections: 1, sessions: 1)
  }

  @Test func `R34: a recorder that isn't allowed to record is paused until it is`() throws {
    let phone = try client.play(Self.call)
    let player = try player("--category", "record")
    #expect(try player.lines(1) == ["pause, phone"])
    try client.granted("session.close", ["session": phone])
    #expect(try player.lines(1) == ["play"])
  }

  @Test func `R49: a player comes back with the next daemon, and waits for the first`() throws {
    try daemon.process.kill()
    let player = try player("--format", "{{event}} {{state}}")
    #expect(try player.error().contains("nothing listens"))
    #expect(try player.error() == "audiosessionctl: waiting for the daemon")
    for _ in 0..<2 {
      try daemon.restart()
      #expect(try player.error() == "audiosessionctl: the daemon is back")
      #expect(try player.lines(2) == ["open inactive", "active active"])
      try daemon.process.kill()
      #expect(try player.error().hasSuffix("has gone away; waiting for it"))
      #expect(try player.lines(1) == ["closed closed"])
    }
  }

  @Test func `the session of another process is its own, and ends with it`() throws {
    let program = try ClientProcess(user: 0, group: 0)
    let player = try player("--pid", "\(program.pid)", "--format", "{{event}} {{owner}}")
    let owner = "audiosession-te[\(program.pid)]"
    #expect(try player.lines(2) == ["open \(owner)", "active \(owner)"])
    try program.die()
    #expect(try player.status() == 0)
    try client.waitForCounts(connections: 1, sessions: 0)
  }

  @Test func `wrong lines fail at once`() throws {
    let rows: [(line: [String], sentence: String)] = [
      (["--reports"], "--reports: requires --name"), (["--duck"], "--duck: requires --name"),
      (["mpd", "--name", "mpv"], "follow: expected either NAME or --name"),
      (["--name", "mpv", "--of-user", "root"], "--of-user: can't be combined with --name"),
      (["--name", "x", "--duck", "--alarm"], "--duck, --alarm: expected only one of them"),
      (["--name", "x", "--pid", "4194303"], "--pid 4194303: expected a process that runs"),
      (["--format", "{{nme}}"], "found nme; did you mean name?"),
    ]
    for (line, sentence) in rows {
      let run = try Finished.control(["follow"] + line, at: "/nowhere/socket")
      #expect(run.status == 1 && run.error.contains(sentence), "\(line): \(run.error)")
    }
  }
}
