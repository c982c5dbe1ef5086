import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import ControlCore
@testable import ControlFollow

/// What `follow` makes of the daemon's messages.
struct HeardSessionsTests {
  @Test func `the events of an interruption come in the order in which they matter`() throws {
    var heard = HeardSessions(SessionFilter())
    #expect(try events(heard.begin([music("active")])) == [[.open, .active]])
    #expect(try events(heard.take(decision(music("active", gain: "0.2")))) == [[.duck]])
    // It is paused before it is raised, and lowered before it plays again.
    #expect(try events(heard.take(decision(music("interrupted")))) == [[.began, .duck]])
    #expect(try events(heard.take(decision(music("inactive")))) == [[.ended]])
    let again = try heard.take(decision(music("active", gain: "0.2")))
    #expect(events(again) == [[.duck, .resume]])
    #expect(again.map(\.mainEvent) == [.resume])
    #expect(try events(heard.take(decision(music("inactive")))) == [[.duck, .inactive]])
    _ = try heard.take(decision(music("interrupted")))
    let resumed = try heard.take(decision(music("active")))
    #expect(events(resumed) == [[.ended, .resume]])
    #expect(resumed.map(\.mainEvent) == [.resume])
    _ = try heard.take(decision(music("inactive")))
    #expect(try events(heard.take(decision(music("active")))) == [[.active]])
    #expect(try events(heard.take(decision(music("active")))) == [])
    #expect(try events(heard.take(decision(closed: [7]))) == [[.closed]])
  }

  @Test func `lines have the facts, and nothing that a terminal would obey`() throws {
    var heard = HeardSessions(SessionFilter())
    let phone = try Canned.told(["session": 9, "name": "phone\u{1B}[2J", "state": "active"])
    _ = heard.begin([phone])
    _ = try heard.begin([phone, music("active")])
    let change = try heard.take(decision(music("interrupted", by: "[9]"), rules: #"["R12","R59"]"#))
    let usual = try LineFormat(LineFormat.usual)
    #expect(change.map(usual.line) == ["mpd interrupted 1 phone\\u{1b}[2J"])
    let other = try LineFormat("{{ event }}|{{session}}|{{rule}}|{{zone}}|{{playing}} {x} ")
    #expect(change.map(other.line) == ["began|7|R12 R59|kitchen|no {x}"])
    let environment = change.first?.environment(for: .began, socket: "/s")
    #expect(
      environment == [
        "AUDIOSESSION_EVENT": "began", "AUDIOSESSION_ID": "7", "AUDIOSESSION_NAME": "mpd",
        "AUDIOSESSION_STATE": "interrupted", "AUDIOSESSION_GAIN": "1",
        "AUDIOSESSION_BY": "phone\\u{1b}[2J", "AUDIOSESSION_RULE": "R12 R59",
        "AUDIOSESSION_SOCKET": "/s",
      ]
    )
  }

  @Test func `a wrong format says what was meant`() {
    #expect(throws: Failure.usage("--format: expected }} after {{name")) {
      try LineFormat("{{name")
    }
    let names = HeardChange.facts.map(\.name).joined(separator: ", ")
    #expect(
      throws: Failure.usage(
        "--format: expected one of \(names), found stat; did you mean state?"
      )
    ) { try LineFormat("{{stat}}") }
  }

  @Test func `sessions that end with the daemon or during a gap: reported as closed`() throws {
    var heard = HeardSessions(SessionFilter(zones: ["kitchen"]))
    let bell = try Canned.told(["session": 8, "name": "bell", "state": "active", "zone": "hall"])
    _ = try heard.begin([music("active", gain: "0.2"), bell])
    let lagged =
      #"{"method":"events.lagged","params":{"from":1,"to":2,"sessions":[\#(bell.json.text)]}}"#
    let closed = try heard.take(notification(lagged))
    #expect(events(closed) == [[.closed, .duck]])
    #expect(closed.map(\.state) == ["closed"])
    #expect(closed.map(\.gain) == ["1"])
    _ = try heard.begin([music("active")])
    #expect(events(heard.end()) == [[.closed]])
    #expect(events(heard.end()) == [])
  }

  @Test func `a session that was chosen is followed to its end`() throws {
    var heard = HeardSessions(SessionFilter(states: [.active]))
    #expect(try events(heard.begin([music("inactive")])) == [])
    #expect(try events(heard.take(decision(music("active")))) == [[.open, .active]])
    #expect(try events(heard.take(decision(music("interrupted")))) == [[.began]])
    #expect(try events(heard.take(decision(closed: [7]))) == [[.closed]])
  }

  private func events(_ changes: [HeardChange]) -> [[HeardChange.Event]] { changes.map(\.events) }

  private func music(
    _ state: String,
    gain: String = "1",
    by: String = "[]"
  ) throws -> Sent<SessionObject> {
    let text =
      #"{"session":7,"name":"mpd","state":"\#(state)","gain":\#(gain),"zone":"kitchen","#
      + #""interruptedBy":\#(by),"duckedBy":[],"playing":false,"recording":false}"#
    return try Canned.told(try JSONValue(parsing: text))
  }

  private func decision(
    _ changes: Sent<SessionObject>...,
    closed: [Int] = [],
    rules: String = "[]"
  ) throws -> ClientMachine.Notification {
    let list = JSONValue.array(changes.map(\.json)).text
    return try notification(
      #"{"method":"server.decision","params":{"seq":1,"cause":{},"rules":\#(rules),"#
        + #""changes":\#(list),"closed":\#(closed)}}"#
    )
  }

  private func notification(_ line: String) throws -> ClientMachine.Notification {
    var machine = ClientMachine()
    try machine.receive(Array("\(line)\n".utf8).span)
    let notification = machine.takeNotification()
    return try #require(notification)
  }
}
