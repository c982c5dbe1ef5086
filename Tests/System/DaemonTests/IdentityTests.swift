import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// Who is who by the kernel's word, what is whose, and what ends with whom.
@Suite(.tags(.process)) struct IdentityTests {
  private static let stranger: UInt32 = 65_534

  @Test func `R48: a process that is gone ends its sessions, whoever holds its socket`() throws {
    let daemon = try TestDaemon()
    let music = try daemon.connect()
    _ = try music.play()
    let process = try ClientProcess(user: 0, group: 0)
    let film = try process.connect(to: daemon.socketPath)
    _ = try film.play()
    #expect(try music.nextTold()["params"]?["type"] == "began")
    try process.forkHolder()
    try process.dieHeld()
    #expect(try music.nextTold()["params"]?["options"] == ["shouldResume"])
    #expect(try film.linesToEnd() == [])
    try music.waitForCounts(connections: 1, sessions: 1)
  }

  /// Whether a setuid program gets its owner's rights here: not below a filter of system calls.
  private static let mayGainPrivileges: Bool = {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return geteuid() == 0 && status?.contains("NoNewPrivs:\t0") == true
  }()

  @Test(.enabled(if: mayGainPrivileges, "needs root, and programs that may gain privileges"))
  func `a setuid client program: ignores the socket that its environment names`() throws {
    let daemon = try TestDaemon()
    _ = try daemon.connect().play(["category": "playback", "name": "impostor"])
    let program = daemon.folder.path(of: "setuid")
    let built = try Spawn.path(ofBuilt: "audiosessionctl")
    let copied = try Checkout.run(["install", "-m", "755", built, program])
    #expect(copied.status == 0)
    let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    // The daemon's folder stands for the one below the user's, too.
    symlink(daemon.folder.path, daemon.folder.path(of: "audiosession"))
    let environments = [
      ["AUDIOSESSION_SOCKET": daemon.socketPath, "XDG_RUNTIME_DIR": "/nowhere"],
      ["XDG_RUNTIME_DIR": daemon.folder.path],
    ]
    let other = try Finished(of: built, ["--system", "list"])
    for environment in environments {
      func list() throws -> Finished {
        try Finished(of: "/usr/bin/env", user + [program, "list"], environment: environment)
      }
      #expect(chmod(program, 0o755) == 0)
      #expect(try list().status == 0)
      // As another user's, and as another group's.
      for mode: mode_t in [0o4755, 0o2755] {
        #expect(chmod(program, mode) == 0)
        let run = try list()
        #expect(run.status == other.status)
        #expect(!(run.output + run.error).contains(daemon.folder.path))
      }
    }
  }

  @Test func `R2: a session is operated by its process, over any of its connections`() throws {
    let daemon = try TestDaemon()
    let process = try ClientProcess(user: 0, group: 0)
    let one = try process.connect(to: daemon.socketPath)
    let two = try process.connect(to: daemon.socketPath)
    let stranger = try daemon.connect()
    let session = try one.open()
    try two.granted("session.activate", ["session": session])
    let operations = [
      "session.configure", "session.activate", "session.deactivate", "session.report",
      "session.renew", "session.close",
    ]
    for method in operations {
      #expect(try stranger.refusal(method, ["session": session]) == "notPermitted", "\(method)")
    }
    try stranger.granted("session.evict", ["session": session])
    #expect(try one.nextTold()["params"]?["reason"] == "evicted")
    #expect(try two.takeTold().isEmpty)
    #expect(try two.refusal("session.close", ["session": session]) == "noSuchSession")
  }

  @Test func `a lease is held by short-lived processes of its user, one after the other`() throws {
    let daemon = try TestDaemon()
    let lease: JSONValue = ["leaseName": "hook", "ttlSeconds": 60]
    let opening: JSONValue = ["category": "playback", "lease": lease]
    let observer = try daemon.connect()
    func passing(_ body: (ClientConnection) throws -> JSONValue) throws -> JSONValue {
      let process = try ClientProcess(user: 0, group: 0)
      let result = try body(process.connect(to: daemon.socketPath))
      try process.die()
      try observer.waitForCounts(connections: 1, sessions: 1)
      return result
    }
    let session = try passing { try $0.play(opening) }
    let orphan = try observer.granted("session.get", ["session": session])
    #expect(orphan["pid"] == .null && orphan["state"] == "active")
    let again = try passing { try $0.granted("session.open", ["lease": lease]) }
    #expect(again["session"] == session && again["state"] == "active" && again["pid"] != .null)
    let renewed = try passing { client in
      try client.granted("session.renew", ["leaseName": "hook", "ttlSeconds": 600])
    }
    #expect(renewed["lease"]?["ttlSeconds"]?.double == 600)
    #expect(try observer.refusal("session.renew", ["leaseName": "other"]) == "noSuchSession")
    try observer.granted("session.close", ["leaseName": "hook"])
    try observer.waitForCounts(connections: 1, sessions: 0)
  }

  @Test(.enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
  func `another user sees everything but names, and operates nothing`() throws {
    let daemon = try TestDaemon()
    let owner = try daemon.connect()
    let process = try ClientProcess(user: IdentityTests.stranger, group: IdentityTests.stranger)
    let guest = try process.connect(to: daemon.socketPath)
    let hello = try guest.granted("hello", ["protocol": 1])
    #expect(hello["grants"] == [] && hello["peer"]?["uid"] == 65534)
    let lease: JSONValue = ["leaseName": "hook"]
    let own = try guest.play()
    try owner.granted("hello", ["protocol": 1, "application": "radio"])
    let session = try owner.open([
      "category": "playback", "name": "mpd", "lease": lease, "zone": "kitchen",
    ])
    try owner.granted("session.activate", ["session": session])
    let interruption = try guest.nextTold()
    let by = interruption["params"]?["by"]
    #expect(by == ["session": session, "name": .null, "priority": "normal"])

    let shown = try guest.sessions().first { $0["session"] == session } ?? .null
    for name in ["name", "application", "zone", "pid", "comm", "unit", "userUnit"] {
      #expect(shown[name] == .null, "\(name)")
    }
    #expect(shown["lease"]?["leaseName"] == .null)
    #expect(shown["uid"] == 0 && shown["state"] == "active" && shown["category"] == "playback")
    let complete = try owner.sessions().first { $0["session"] == own } ?? .null
    #expect(complete["comm"] == "audiosession-te")
    let its = try owner.granted("session.get", ["session": session])
    #expect(its["application"] == "radio" && its["zone"] == "kitchen")

    let refused: [(method: String, parameters: JSONValue, error: String)] = [
      ("session.activate", ["session": session], "notPermitted"),
      ("session.close", ["session": session], "notPermitted"),
      ("session.close", ["leaseName": "hook"], "noSuchSession"),
      ("session.evict", ["session": session], "notPermitted"),
      ("session.open", ["onBehalfOf": 1], "notPermitted"),
      ("session.configure", ["session": own, "priority": "alarm"], "missingEntitlement"),
      ("session.open", ["priority": "phoneCall"], "missingEntitlement"),
    ]
    for (method, parameters, error) in refused {
      #expect(try guest.refusal(method, parameters) == error, "\(method) \(parameters.text)")
    }
  }

  @Test(.enabled(if: DaemonWorld.canBeOthers, "another user takes root"))
  func `a client with the grant observe: sees the names of others' sessions`() throws {
    var configuration = DaemonConfiguration()
    configuration.grants["observe"] = DaemonConfiguration.Holders(users: [IdentityTests.stranger])
    let daemon = try TestDaemon(configuration)
    let owner = try daemon.connect()
    let session = try owner.open(["name": "mpd"])
    let process = try ClientProcess(user: IdentityTests.stranger, group: IdentityTests.stranger)
    let guest = try process.connect(to: daemon.socketPath)
    #expect(try guest.granted("hello", ["protocol": 1])["grants"] == ["observe"])
    let shown = try guest.granted("session.get", ["session": session])
    let complete = try owner.granted("session.get", ["session": session])
    #expect(shown == complete && shown["name"] == "mpd")
    #expect(try guest.refusal("session.close", ["session": session]) == "notPermitted")
  }

  @Test func `R60: what a connection says of the system is taken back when it ends`() throws {
    let daemon = try TestDaemon()
    let recorder = try daemon.connect()
    let session = try recorder.play(["category": "record"])
    try recorder.granted("session.report", ["session": session, "recording": true])
    let process = try ClientProcess(user: 0, group: 0)
    let reporters = try (0..<2).map { _ in try process.connect(to: daemon.socketPath) }
    for reporter in reporters { try reporter.granted("system.setMicrophoneMuted", ["muted": true]) }
    #expect(try recorder.nextTold()["params"]?["reason"] == "builtInMicMuted")
    try process.close(reporters[0])
    try recorder.waitForCounts(connections: 2, sessions: 1)
    #expect(try recorder.takeTold().isEmpty)
    #expect(try recorder.granted("system.get")["microphoneMuted"] == true)
    try process.die()
    #expect(try recorder.nextTold()["params"]?["options"] == ["shouldResume"])
    #expect(try recorder.granted("system.get")["microphoneMuted"] == false)
  }
}
