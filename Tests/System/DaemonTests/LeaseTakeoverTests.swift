import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// A lease that changes hands: who is told, whose it counts as, and with whom it ends.
@Suite(.tags(.process)) struct LeaseTakeoverTests {
  private static let opening: JSONValue = [
    "category": "playback", "lease": ["leaseName": "hook", "ttlSeconds": 60],
  ]

  /// Two processes of one user, and a third that watches and interrupts.
  private struct Stage {
    let daemon: TestDaemon
    let watcher: ClientConnection
    let processes: [ClientProcess]
    let connections: [ClientConnection]
    let session: JSONValue

    /// The first process has the lease, active.
    init(_ configuration: DaemonConfiguration = DaemonConfiguration()) throws {
      daemon = try TestDaemon(configuration)
      watcher = try daemon.connect()
      processes = try (0..<2).map { _ in try ClientProcess(user: 0, group: 0) }
      let path = daemon.socketPath
      connections = try processes.map { try $0.connect(to: path) }
      session = try connections[0].play(LeaseTakeoverTests.opening)
    }

    /// One of the two takes the lease over.
    func takeOver(_ index: Int, ttlSeconds: JSONValue = 60) throws {
      let lease: JSONValue = ["leaseName": "hook", "ttlSeconds": ttlSeconds]
      let result = try connections[index].granted("session.open", ["lease": lease])
      #expect(result["session"] == session)
      #expect(result["pid"]?.integer == Int64(processes[index].pid))
    }

    /// Whose the lease is; nil if it has nobody.
    func owner() throws -> Int? {
      let pid = try watcher.granted("session.get", ["session": session])["pid"]?.integer
      return processes.firstIndex { Int64($0.pid) == pid }
    }

    /// Interrupts the lease, and lets it go again: who is told, of each of the two.
    func disturb() throws -> [[String?]] {
      let film = try watcher.play()
      try watcher.granted("session.close", ["session": film])
      let told = try connections.map { connection in
        try connection.takeTold().map { $0["params"]?["type"]?.string }
      }
      let active = try watcher.granted("session.get", ["session": session])
      #expect(active["state"] == "inactive")
      return told
    }

    func activate(_ index: Int) throws {
      try connections[index].granted("session.activate", ["session": session])
    }
  }

  private static let interruption: [String?] = ["began", "ended"]

  @Test func `R48: who took a lease over is told, and its former owner no longer`() throws {
    let stage = try Stage()
    #expect(try stage.disturb() == [Self.interruption, []])
    try stage.takeOver(1)
    try stage.activate(1)
    #expect(try stage.disturb() == [[], Self.interruption])
    try stage.takeOver(0)
    try stage.activate(0)
    #expect(try stage.disturb() == [Self.interruption, []])
  }

  @Test func `R48: when the former owner's connection ends, the new owner keeps the lease`() throws
  {
    let stage = try Stage()
    try stage.takeOver(1)
    try stage.processes[0].close(stage.connections[0])
    try stage.watcher.waitForCounts(connections: 2, sessions: 1)
    #expect(try stage.owner() == 1)
    let film = try stage.watcher.play()
    #expect(try stage.connections[1].nextTold()["params"]?["type"] == "began")
    try stage.watcher.granted("session.close", ["session": film])
    #expect(try stage.connections[1].nextTold()["params"]?["options"] == ["shouldResume"])
    try stage.processes[0].die()
    try stage.watcher.granted("session.evict", ["session": stage.session])
    let closed = try stage.connections[1].nextTold("session.closed")
    #expect(closed["params"]?["reason"] == "evicted")
  }

  @Test func `R48: taken back, it ends neither with the one nor with the other`() throws {
    let stage = try Stage()
    try stage.takeOver(1)
    try stage.takeOver(0)
    try stage.processes[1].die()
    try stage.watcher.waitForCounts(connections: 2, sessions: 1)
    #expect(try stage.owner() == 0)
    let film = try stage.watcher.play()
    #expect(try stage.connections[0].nextTold()["params"]?["type"] == "began")
    try stage.watcher.granted("session.close", ["session": film])
    try stage.processes[0].die()
    try stage.watcher.waitForCounts(connections: 1, sessions: 1)
    #expect(try stage.owner() == nil)
  }

  @Test func `R48: only the last owner's death leaves it without a process`() throws {
    let stage = try Stage()
    try stage.takeOver(1)
    try stage.processes[0].die()
    try stage.watcher.waitForCounts(connections: 2, sessions: 1)
    #expect(try stage.owner() == 1)
    try stage.processes[1].die()
    try stage.watcher.waitForCounts(connections: 1, sessions: 1)
    #expect(try stage.owner() == nil)
    let orphan = try stage.watcher.granted("session.get", ["session": stage.session])
    #expect(orphan["state"] == "active" && orphan["lease"]?["leaseName"] == "hook")
  }

  @Test func `a lease may move between two connections of one process`() throws {
    let stage = try Stage()
    let process = stage.processes[0]
    let second = try process.connect(to: stage.daemon.socketPath)
    try second.granted("session.open", ["lease": ["leaseName": "hook"]])
    try process.close(stage.connections[0])
    try stage.watcher.waitForCounts(connections: 3, sessions: 1)
    #expect(try stage.owner() == 0)
    _ = try stage.watcher.play()
    #expect(try second.nextTold()["params"]?["type"] == "began")
  }

  @Test func `R54: a lease counts with the connection that has it, and once with its user`() throws
  {
    let stage = try Stage(["SessionsPerConnection": "1", "SessionsPerUser": "2"])
    let (one, two) = (stage.connections[0], stage.connections[1])
    #expect(try one.refusal("session.open", [:]) == "resourceNotAvailable")
    try stage.takeOver(1)
    #expect(try two.refusal("session.open", [:]) == "resourceNotAvailable")
    let own = try one.open()
    #expect(try stage.watcher.refusal("session.open", [:]) == "resourceNotAvailable")
    try one.granted("session.close", ["session": own])
    // Back and forth it is still one session.
    for index in [0, 1, 0, 1] { try stage.takeOver(index) }
    try two.granted("session.close", ["leaseName": "hook"])
    #expect(try two.refusal("session.activate", ["session": stage.session]) == "noSuchSession")
    #expect(try one.takeTold().isEmpty && two.takeTold().isEmpty)
    for connection in [one, two] { _ = try connection.open() }
    #expect(try stage.watcher.refusal("session.open", [:]) == "resourceNotAvailable")
    #expect(try stage.watcher.sessions().count == 2)
  }

  @Test func `R48: after it was taken over it runs out by its new length, and is free again`()
    throws
  {
    let stage = try Stage(["SessionsPerConnection": "1", "SessionsPerUser": "1"])
    try stage.takeOver(1, ttlSeconds: 0.1)
    let closed = try stage.connections[1].nextTold("session.closed")
    #expect(closed["params"]?["reason"] == "leaseExpired")
    #expect(closed["params"]?["session"] == stage.session)
    #expect(try stage.connections[0].takeTold().isEmpty)
    #expect(try stage.watcher.sessions() == [])
    let again = try stage.connections[0].granted("session.open", Self.opening)
    #expect(again["session"] != stage.session && again["state"] == "inactive")
    #expect(again["lease"]?["ttlSeconds"] == 60)
  }

  @Test(.enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
  func `another user's lease of the same name is another one`() throws {
    let stage = try Stage()
    let stranger = try ClientProcess(user: 65_534, group: 65_534)
    let guest = try stranger.connect(to: stage.daemon.socketPath)
    let own = try guest.open(Self.opening)
    #expect(own != stage.session)
    try stage.takeOver(1)
    try guest.granted("session.close", ["leaseName": "hook"])
    #expect(try stage.owner() == 1)
    #expect(try stage.watcher.sessions().map { $0["session"] } == [stage.session])
  }
}
