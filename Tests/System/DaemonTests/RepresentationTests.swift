import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// Sessions that an agent opens on behalf of programs that never ask for one.
@Suite(.tags(.process)) struct RepresentationTests {
  private let daemon: TestDaemon
  private let agent: ClientConnection
  /// Says nothing to the daemon, unless a test connects it.
  private let program: ClientProcess

  init() throws {
    daemon = try TestDaemon()
    agent = try daemon.connect()
    program = try ClientProcess(user: 0, group: 0)
  }

  private func open(
    for process: ClientProcess,
    _ parameters: JSONValue = ["category": "playback"]
  ) throws -> JSONValue {
    try agent.open(.object(representing(process) + (parameters.members ?? [])))
  }

  private func representing(_ process: ClientProcess) -> [JSONValue.Member] {
    [JSONValue.Member("onBehalfOf", .number(String(process.pid)))]
  }

  private func state(_ session: JSONValue) throws -> JSONValue? {
    try agent.granted("session.get", ["session": session])["state"]
  }

  @Test func `the session is the program's, and the agent operates it and is told`() throws {
    let other = try ClientProcess(user: 0, group: 0)
    let music = try open(for: program)
    let film = try open(for: other)
    let shown = try agent.granted("session.get", ["session": music])
    #expect(shown["pid"] == .number(String(program.pid)) && shown["comm"] == "audiosession-te")
    try agent.granted("session.activate", ["session": music])
    try agent.granted("session.activate", ["session": film])
    let told = try agent.takeTold()
    #expect(told.map { $0["params"]?["session"] } == [music])
    #expect(told.map { $0["params"]?["type"] } == ["began"])
    let own = try program.connect(to: daemon.socketPath)
    let reason = try own.refusal("session.activate", ["session": music])
    #expect(reason == "notPermitted")
    #expect(try own.takeTold().isEmpty)
  }

  @Test func `R52: it is of the program's application`() throws {
    let own = try program.connect(to: daemon.socketPath)
    let helper = try ClientProcess(user: 0, group: 0)
    let helping = try helper.connect(to: daemon.socketPath)
    let hello: JSONValue = ["protocol": 1, "application": "org.example.player"]
    for connection in [own, helping] { try connection.granted("hello", hello) }
    let first = try own.play()
    let second = try helping.play()
    let third = try open(for: helper)
    try agent.granted("session.activate", ["session": third])
    for session in [first, second, third] {
      let shown = try agent.granted("session.get", ["session": session])
      #expect(shown["application"] == "org.example.player" && shown["state"] == "active")
    }
    // What the agent calls itself is its own matter.
    try agent.granted("hello", ["protocol": 1, "application": "org.example.agent"])
    let fourth = try open(for: helper)
    let shown = try agent.granted("session.get", ["session": fourth])
    #expect(shown["application"] == "org.example.player")
    // What it calls the program counts as long as that calls itself nothing.
    let named: JSONValue = ["category": "playback", "application": "org.example.voice"]
    let names = try [ClientProcess(user: 0, group: 0), helper].map { process in
      try agent.granted("session.get", ["session": open(for: process, named)])["application"]
    }
    #expect(names == ["org.example.voice", "org.example.player"])
  }

  @Test func `R48: it ends with the program, though that never connected`() throws {
    let music = try daemon.connect()
    _ = try music.play(["category": "playback", "options": ["mixWithOthers"]])
    let voice = try open(for: program, ["category": "playback", "options": ["duckOthers"]])
    try agent.granted("session.activate", ["session": voice])
    #expect(try music.nextTold()["params"]?["gain"]?.double == 0.2)
    try program.die()
    #expect(try music.nextTold()["params"]?["gain"]?.double == 1)
    #expect(try agent.refusal("session.get", ["session": voice]) == "noSuchSession")
    #expect(try agent.isServed())
  }

  @Test func `R48: it ends with the agent's connection, though the program lives`() throws {
    let music = try daemon.connect()
    _ = try music.play(["category": "playback", "options": ["mixWithOthers"]])
    let voice = try open(for: program, ["category": "playback", "options": ["duckOthers"]])
    try agent.granted("session.activate", ["session": voice])
    #expect(try music.nextTold()["params"]?["gain"]?.double == 0.2)
    agent.drop()
    #expect(try music.nextTold()["params"]?["gain"]?.double == 1)
    try music.waitForCounts(connections: 1, sessions: 1)
  }

  @Test func `R47: the program's suspension is its own`() throws {
    let music = try open(for: program)
    try agent.granted("session.activate", ["session": music])
    let pid = JSONValue.number(String(program.pid))
    try agent.granted("system.setProcessSuspended", ["pid": pid, "suspended": true])
    #expect(try state(music) == "inactive")
    try agent.granted("system.setProcessSuspended", ["pid": pid, "suspended": false])
    #expect(try agent.nextTold()["params"]?["reason"] == "appWasSuspended")
  }

  @Test func `R3: the agent's grants decide, not the program's`() throws {
    let phone = try open(for: program, ["priority": "phoneCall"])
    #expect(try agent.granted("session.get", ["session": phone])["priority"] == "phoneCall")
    guard DaemonWorld.canBeOthers else { return }
    let own = try ClientProcess(user: 65_534, group: 65_534)
    let process = try ClientProcess(user: 65_534, group: 65_534)
    let guest = try process.connect(to: daemon.socketPath)
    let call = JSONValue.object(representing(own) + [JSONValue.Member("priority", "phoneCall")])
    #expect(try guest.refusal("session.open", call) == "missingEntitlement")
    #expect(try guest.refusal("session.open", .object(representing(own))) == nil)
  }

  @Test(.enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
  func `nobody speaks for another user's process, save with the grant system`() throws {
    let guest = try ClientProcess(user: 65_534, group: 65_534)
    let connection = try guest.connect(to: daemon.socketPath)
    let refused = JSONValue.object(representing(program))
    #expect(try connection.refusal("session.open", refused) == "notPermitted")
    // The test's own connection is root's, which holds every grant.
    let session = try open(for: guest)
    let shown = try agent.granted("session.get", ["session": session])
    #expect(shown["uid"] == 65534 && shown["pid"] == .number(String(guest.pid)))
  }

  @Test func `a process that there isn't is as one that isn't permitted`() throws {
    let pid = JSONValue.number(String(program.pid))
    try program.die()
    #expect(try agent.refusal("session.open", ["onBehalfOf": pid]) == "notPermitted")
    for wrong in [0, -1, "1", .null] as [JSONValue] {
      let reply = try agent.call("session.open", ["onBehalfOf": wrong])
      #expect(reply["error"]?["code"]?.integer == -32602, "\(wrong.text)")
      #expect(reply["error"]?["data"]?["parameter"] == "onBehalfOf", "\(wrong.text)")
    }
  }
}
