import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import TestTraits
import Testing

/// What a daemon says to who started it, and what it takes from them.
@Suite(.tags(.process)) struct SupervisionTests {
  private static let never = ["WATCHDOG_USEC": "0"]

  @Test(arguments: [false, true])
  func `a daemon without a listener passed to it: ready only once it listens itself`(
    isAbstract: Bool
  ) throws {
    let manager = try FakeManager(isAbstract: isAbstract)
    manager.closeListener()
    try manager.start()
    let client = try manager.connect()
    #expect(try client.isServed())
    #expect(manager.messages.isEmpty || manager.messages[0].fields["READY"] == nil)
  }

  @Test func `a listener passed by the manager: accepted from, and its path isn't locked`() throws {
    let manager = try FakeManager()
    // Who comes first waits in the listener's queue until there is a daemon.
    let early = try manager.connect()
    let question = try early.post("system.get")
    try manager.start()
    #expect(try early.reply(to: question)["result"] != nil)
    #expect(!FileManager.default.fileExists(atPath: manager.socketPath + ".lock"))
  }

  @Test func `standard error that isn't a terminal: each line starts with its priority`() throws {
    let manager = try FakeManager()
    try manager.start()
    try "Bogus=1\n".write(toFile: manager.configurationPath, atomically: true, encoding: .utf8)
    try manager.dropMessages()
    manager.process?.send(SIGHUP)
    try manager.expect(["READY": "1"])
    try manager.end(SIGTERM)
    let said = try String(contentsOfFile: manager.messagesPath, encoding: .utf8)
    let priorities = said.split(separator: "\n").map { String($0.prefix(3)) }
    #expect(priorities == ["<6>", "<3>", "<3>", "<6>"])
  }

  @Test func `descriptors and a watchdog meant for another process: not used`() throws {
    let manager = try FakeManager()
    let queued = try manager.connect()
    _ = try queued.post("system.get")
    manager.environment["LISTEN_PID"] = "1"
    manager.environment["WATCHDOG_USEC"] = "20000"
    manager.environment["WATCHDOG_PID"] = "1"
    // Somebody listens at its path, so it ends with 75: it took nothing from the manager.
    try manager.start(ownPID: [], notifies: false)
    #expect(try manager.process?.wait() == 75)
    unlink(manager.socketPath)
    try manager.start(ownPID: [])
    let client = try manager.connect()
    _ = try client.play()
    try manager.dropMessages()
    #expect(try client.isServed())
    #expect(!queued.hasUnread)
    try manager.takeMessages()
    #expect(manager.messages.allSatisfy { $0.fields["WATCHDOG_USEC"] == nil })
  }

  @Test func `an inherited descriptor with an unknown name: closed`() throws {
    let manager = try FakeManager()
    var ends: [CInt] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    manager.put("surprise", ends[1])
    try manager.start()
    manager.clearStore()
    var byte: UInt8 = 0
    try Patience.wait(for: 0, on: ends[0], "the end of the pipe")
    #expect(read(ends[0], &byte, 1) == 0)
    close(ends[0])
  }

  @Test func `with a listener but without an address to tell, it serves`() throws {
    let manager = try FakeManager()
    try manager.start(notifies: false)
    let client = try manager.connect()
    _ = try client.play()
    #expect(try client.isServed())
    try manager.takeMessages()
    #expect(manager.messages.isEmpty)
  }

  @Test func `a manager that has gone: named, and everybody is served`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    manager.closeNotifySocket()
    _ = try client.play()
    try Condition.wait("a complaint") {
      try String(contentsOfFile: manager.messagesPath, encoding: .utf8)
        .contains("<3>the service manager can't be told anything: sendmsg: ")
    }
    #expect(try client.isServed())
  }

  @Test func `R61: a reload is begun and ended, whether the configuration is good or not`() throws {
    let manager = try FakeManager("[Policy]\nDuckGain=0.5\n")
    try manager.start()
    let client = try manager.connect()
    let rows: [(text: String, gain: Double)] = [
      ("[Policy]\nDuckGain=0.25\n", 0.25), ("[Policy]\nDuckGain=7\n", 0.25),
    ]
    for row in rows {
      try row.text.write(toFile: manager.configurationPath, atomically: true, encoding: .utf8)
      try manager.dropMessages()
      manager.process?.send(SIGHUP)
      let begun = try manager.expect(["RELOADING": "1"])
      #expect(Set(begun.fields.keys) == ["RELOADING", "MONOTONIC_USEC"])
      #expect(try #require(Int(begun.fields["MONOTONIC_USEC"] ?? "")) > 0)
      try manager.expect(["READY": "1"])
      #expect(try client.granted("policy.get")["policy"]?["duckGain"]?.double == row.gain)
    }
  }

  @Test func `the status tells what holds the sound, and no names`() throws {
    let manager = try FakeManager()
    try manager.start()
    let client = try manager.connect()
    let music = try client.play(["category": "playback", "name": "secret"])
    let holding = "1 session on 1 connection, 1 active; session 1 (exclusive) holds the sound"
    try manager.expect(["STATUS": holding])
    try client.granted("session.deactivate", ["session": music])
    try manager.expect(["STATUS": "1 session on 1 connection, none active"])
  }

  @Test func `the watchdog is armed before an activation is answered, and only then`() throws {
    let manager = try FakeManager()
    manager.environment["WATCHDOG_USEC"] = "400000"
    try manager.start()
    try manager.expect(Self.never)
    let client = try manager.connect()
    let session = try client.open()
    try manager.dropMessages()
    try client.granted("session.activate", ["session": session])
    try manager.takeMessages()
    let armed = manager.messages.filter { $0.fields["WATCHDOG_USEC"] != nil }.map(\.fields)
    #expect(armed == [["WATCHDOG_USEC": "400000", "WATCHDOG": "1"]])
    try manager.dropMessages()
    for _ in 0..<3 {
      let ping = try manager.expect(["WATCHDOG": "1"])
      #expect(ping.fields == ["WATCHDOG": "1"])
    }
    try client.granted("session.deactivate", ["session": session])
    try manager.expect(Self.never)
    // Nothing can be awaited: the last status goes, then three pings' time passes in silence.
    usleep(1_200_000)
    try manager.dropMessages()
    usleep(700_000)
    try manager.takeMessages()
    #expect(manager.messages.map(\.fields) == [])
    try client.granted("session.activate", ["session": session])
    try manager.expect(["WATCHDOG_USEC": "400000"])
  }
}
