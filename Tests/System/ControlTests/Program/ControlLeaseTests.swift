import AudioSessionJSON
import AudioSessionWire
import TestSupport
import TestTraits
import Testing

/// `hold`, `renew` and `release`, each a process of its own, as hooks run them; and `call`.
@Suite(.tags(.process), .timeLimit(.minutes(2))) struct ControlLeaseTests {
  private let daemon: TestDaemon
  private let client: ClientConnection

  init() throws {
    daemon = try TestDaemon()
    client = try daemon.connect()
  }

  private func control(_ line: String...) throws -> Finished {
    try Finished.control(line, at: daemon.socketPath)
  }

  private func gain() throws -> Double? {
    try client.nextTold("session.ducking")["params"]?["gain"]?.double
  }

  @Test func `a pair of hooks lowers the music and lets it go, however often each runs`() throws {
    _ = try client.play()
    let held = Finished(status: 0, output: "wake-word is held for 10 s.\n", error: "")
    #expect(try control("hold", "wake-word", "--duck", "--ttl", "10s") == held)
    #expect(try gain() == 0.2)
    let first = try client.sessions().last
    #expect(try control("hold", "wake-word", "--ttl", "10s") == held)
    let second = try client.sessions().last
    #expect(first?["session"] == second?["session"])
    #expect(second?["options"]?.array?.contains("duckOthers") ?? false)
    #expect(second?["name"] == "wake-word")
    let renewed = Finished(status: 0, output: "wake-word is held for 1 min.\n", error: "")
    #expect(try control("renew", "wake-word", "--ttl=1min") == renewed)
    #expect(try control("renew", "wake-word") == renewed)
    let released = Finished(status: 0, output: "wake-word was released.\n", error: "")
    #expect(try control("release", "wake-word") == released)
    #expect(try gain() == 1)
    let again = Finished(status: 0, output: "wake-word wasn't held.\n", error: "")
    #expect(try control("release", "wake-word") == again)
    let missing = try control("renew", "wake-word")
    #expect(missing.status == 2)
    #expect(
      missing.error == "audiosessionctl: wake-word isn't held; `audiosessionctl hold` begins that\n"
    )
  }

  @Test func `a release that never runs is made good by the time`() throws {
    _ = try client.play()
    let quiet = Finished(status: 0, output: "", error: "")
    #expect(try control("hold", "wake-word", "--duck", "--ttl", "200ms", "-q") == quiet)
    #expect(try gain() == 0.2)
    #expect(try gain() == 1)
    #expect(try client.sessions().count == 1)
  }

  @Test func `a refusal names the blocker, and leaves nothing behind`() throws {
    let call: JSONValue = [
      "category": "playAndRecord", "mode": "voiceChat", "priority": "phoneCall", "name": "phone",
    ]
    _ = try client.play(call)
    let refused = try control("hold", "dictation", "--record")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.error.contains("phone (session 1)"))
    #expect(try client.sessions().map { $0["name"] } == ["phone"])
    // What was held before is still held.
    try client.granted("session.deactivate", ["session": 1])
    #expect(try control("hold", "dictation", "--record").status == 0)
    try client.granted("session.activate", ["session": 1])
    #expect(try control("hold", "dictation").status == 2)
    #expect(try client.sessions().map { $0["name"] } == ["phone", "dictation"])
  }

  @Test func `options describe the session, and JSON is the session`() throws {
    let line = ["hold", "radio", "--zone", "kitchen", "--application", "org.example.radio", "-j"]
    let run = try Finished.control(line, at: daemon.socketPath)
    let session = try JSONValue(parsing: run.output)
    #expect(session["zone"] == "kitchen" && session["application"] == "org.example.radio")
    #expect(session["state"] == "active" && session["lease"]?["ttlSeconds"] == 30)
    // Held again, it is as the options say, and otherwise as it was.
    let again = try control("hold", "radio", "--mode", "spokenAudio", "-j")
    let changed = try JSONValue(parsing: again.output)
    #expect(changed["mode"] == "spokenAudio" && changed["zone"] == "kitchen")
    #expect(changed["session"] == session["session"])
    // So is its time.
    for (options, seconds) in [(["--ttl", "5m"], 300), ([], 300), (["--mode", "default"], 300)] {
      let held = try Finished.control(["hold", "radio", "-j"] + options, at: daemon.socketPath)
      let time = try JSONValue(parsing: held.output)["lease"]?["ttlSeconds"]?.integer
      #expect(time == Int64(seconds), "\(options)")
    }
    #expect(try control("release", "radio", "-j").output == "{\"released\":true}\n")
    #expect(try control("release", "radio", "-j").output == "{\"released\":false}\n")
    let wrong = try control("hold", "radio", "--mode", "voiceChat")
    #expect(wrong.status == 2 && wrong.error.contains("expected playAndRecord"))
    #expect(try client.sessions().isEmpty)
  }

  @Test func `any method can be called, and its error is whole`() throws {
    let list = try control("call", "session.list")
    #expect(try JSONValue(parsing: list.output)["sessions"] == [])
    let refused = try control("call", "session.get", #"{"session":99}"#)
    let error = try JSONValue(parsing: refused.output)["error"]
    #expect(refused.status == 2 && error?["code"] == -32002)
    #expect(refused.error.contains("There is no session 99"))
    #expect(try control("call", "-j", "session.get", #"{"session":99}"#) == refused)
    let unknown = try control("call", "get", "{}")
    #expect(unknown.status == 1 && unknown.error.contains("did you mean session.get?"))
    let input = try RunningControl(["call", "session.open", "-"], at: daemon.socketPath)
    try input.type(#"{"lease":{"leaseName":"x"}}"#)
    try input.endInput()
    #expect(try input.status() == 0)
    #expect(try client.sessions().first?["lease"]?["leaseName"] == "x")
  }

  @Test func `without a daemon each says so, with status 4`() throws {
    let lines = [
      ["hold", "x"], ["renew", "x"], ["release", "x"], ["call", "session.list"],
      ["wait", "--idle"],
      ["monitor"],
    ]
    for line in lines {
      let run = try Finished.control(line, at: "/nowhere/socket")
      #expect(run.status == 4 && run.output.isEmpty, "\(line)")
      #expect(run.error.hasPrefix("audiosessionctl: no audiosessiond is running"), "\(line)")
    }
  }
}
