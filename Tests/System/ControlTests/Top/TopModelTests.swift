import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import ControlCore
@testable import ControlTop

struct TopModelTests {
  @Test func `keys move the selection, which stays with its session`() throws {
    var model = try Model.canned()
    model.settle()
    #expect(model.listed == [7, 9, 10, 11, 12])
    #expect(model.selected == 7)
    model.press("jj")
    model.settle()
    #expect(model.selected == 10)
    for (key, selected) in [(Key.up, 9 as UInt64), (.home, 7), (.up, 7), (.end, 12), (.down, 12)] {
      model.press(key)
      model.settle()
      #expect(model.selected == selected, "\(key)")
    }
    model.press("s")
    #expect(model.order == .number)
    model.press("ss")
    model.settle()
    #expect(model.order == .age)
    #expect(model.selected == 12)
    // Its neighbour takes the place of a session that goes.
    try model.hear(.serverDecision, ["seq": 1208, "cause": [:], "changes": [], "closed": [12]])
    model.settle()
    #expect(model.selected == 11)
  }

  @Test func `before a key is pressed, the first session is selected, whichever that is`() throws {
    var model = try Model.canned([Canned.idle])
    model.settle()
    #expect(model.selected == 12)
    model.take(Canned.listing(Canned.all), at: Clock.fixed.now)
    model.settle()
    #expect(model.selected == 7)
  }

  @Test func `a filter is typed, kept, and removed`() throws {
    var model = try Model.canned()
    model.press("/Playback ナ")
    model.settle()
    #expect(model.listed == [9])
    model.press(.backspace)
    model.press("MPD")
    model.press(.enter)
    model.settle()
    #expect(model.listed == [7])
    #expect(model.mode == .table)
    model.press("/x")
    model.press(.escape)
    #expect(model.filter == "Playback MPD")
    model.press(.escape)
    model.settle()
    #expect(model.listed.count == 5)
  }

  @Test func `an eviction is asked about, and its outcome told`() throws {
    var model = try Model.canned()
    model.press("xn")
    #expect(model.eviction == nil)
    #expect(model.message?.text == "Nothing was evicted.")
    model.press("xy")
    #expect(model.eviction == 7)
    let error = ErrorReply(code: -32001, message: "No.", data: .init(name: "notPermitted"))
    model.take(evictionOf: "mpd (session 7)", refusal: error)
    #expect(model.message?.text == "No; `audiosessionctl doctor` shows your grants (notPermitted).")
    model.lose()
    model.press("x")
    #expect(model.mode == .table)
  }

  @Test func `a new daemon's session of the same number is neither evicted nor explained`() throws {
    var model = try Model.canned()
    for keys in ["xy", "x", "e"] {
      model.press(keys)
      model.begin()
      model.take(Canned.listing(Canned.all), at: Clock.fixed.now)
      #expect(model.eviction == nil, "\(keys)")
      #expect(model.mode == .table, "\(keys)")
    }
  }

  @Test func `an interruption that no session caused has a reason, if one is known`() throws {
    var music = Canned.music
    music.state = .interrupted
    music.interruptionReason = .default
    var model = try Model.canned([music])
    model.settle()
    _ = model.explanationsToRequest(at: Clock.fixed.now)
    var explanation = Canned.explanation
    explanation.because = [.init(.interrupted, rule: .R61, since: Canned.time, seq: 1)]
    model.take(explanation: explanation, of: 7)
    #expect(model.screen().contains("by the system (R61)"))
  }

  @Test func `the log tells since when, and a snapshot keeps it`() throws {
    var model = Model(place: "", size: .init(columns: 80, rows: 24))
    var opened = Canned.music
    opened.state = .inactive
    let log = [
      Self.entry(1, "10:40:00", "session.open", [try json(opened)]),
      Self.entry(2, "10:41:00", "session.activate", [try json(Canned.music)]),
      Self.entry(3, "10:41:30", "session.configure", [try json(Canned.music)]),
    ]
    model.take(log: log.compactMap { $0.received() })
    model.take(Canned.listing([Canned.music, Canned.idle]), at: Clock.fixed.now)
    #expect(model.sessions.rows[7]?.since == Canned.time.microseconds - 55_250_000)
    #expect(model.sessions.rows[12]?.since == nil)
    #expect(model.sessions.decisions.map(\.moment).count == 3)
    #expect(model.sessions.decision == 1207)
  }

  @Test func `a refusal is shown until something is granted`() throws {
    var model = try Model.canned([Canned.recorder])
    var refused: JSONValue = [
      "seq": 1208,
      "cause": ["method": "session.activate", "session": 11, "error": "cannotInterruptOthers"],
      "rules": ["R7"], "cells": [], "changes": [], "closed": [],
    ]
    try model.hear(.serverDecision, refused)
    #expect(model.sessions.rows[11]?.condition.state == "refused")
    #expect(model.screen().contains("refused                    0 s cannotInterruptOthers"))
    // What the sessions contain already is no news.
    refused = ["seq": 1208, "cause": [:], "changes": [], "closed": [11]]
    try model.hear(.serverDecision, refused)
    var active = Canned.recorder
    active.state = .active
    active.activation = 50
    let granted: JSONValue = [
      "seq": 1209, "cause": [:], "changes": [try json(active)], "closed": [],
    ]
    try model.hear(.serverDecision, granted)
    #expect(model.sessions.rows[11]?.condition.state == "active")
    #expect(model.sessions.decisions.count == 2)
  }

  @Test func `top's sessions: replaced after lost events, and cleared by a daemon's restart`()
    throws
  {
    var model = try Model.canned()
    try model.hear(
      .eventsLagged,
      ["from": 1208, "to": 1300, "sessions": [try json(Canned.siren)]]
    )
    #expect(model.sessions.rows.keys.sorted() == [14])
    #expect(model.sessions.decision == 1300)
    try model.hear(.mediaServicesWereLost, [:])
    #expect(model.screen().hasPrefix("The daemon is going down.\n"))
    try model.hear(.mediaServicesWereReset, ["previousEpoch": "0"])
    #expect(model.link == .up)
    #expect(model.sessions.rows.isEmpty)
    model.lose()
    #expect(model.screen().hasPrefix("The daemon has gone away; waiting for it to return.\n\n"))
    #expect(model.interval(at: Clock.fixed.now) == nil)
  }

  @Test func `explanations are requested for what is shown, in batches`() throws {
    var model = try Model.canned()
    model.settle()
    let now = Clock.fixed.now
    #expect(model.lacksExplanations)
    #expect(model.explanationsToRequest(at: now) == [7, 10])
    #expect(model.explanationsToRequest(at: now + 2_000_000) == [])
    model.take(explanation: Canned.explanation, of: 7)
    model.take(explanation: nil, of: 10)
    #expect(!model.lacksExplanations)
    #expect(model.explanationsToRequest(at: now + 2_000_000) == [])
    // Another decision may have changed them, which isn't urgent; a session that changed is.
    var music = try json(Canned.music)
    try model.hear(.serverDecision, ["seq": 1208, "cause": [:], "changes": [], "closed": []])
    #expect(model.explanationsToRequest(at: now + 900_000) == [])
    #expect(model.explanationsToRequest(at: now + 1_000_000) == [7, 10])
    model.take(explanation: Canned.explanation, of: 7)
    model.take(explanation: nil, of: 10)
    music = .object((music.members ?? []).filter { $0.name != "gain" } + [.init("gain", 0.5)])
    try model.hear(.serverDecision, ["seq": 1209, "cause": [:], "changes": [music], "closed": []])
    #expect(model.sessions.rows[7]?.explanation == nil)
    #expect(model.explanationsToRequest(at: now + 1_100_000) == [])
    #expect(model.explanationsToRequest(at: now + 1_250_000) == [7])
  }

  @Test func `the screen changes by itself only while an age on it grows`() throws {
    var model = Model(place: "", size: .init(columns: 80, rows: 24))
    let now = Clock.fixed.now
    #expect(model.interval(at: now) == nil)
    model.take(Canned.listing([Canned.idle]), at: now)
    #expect(model.interval(at: now) == .seconds(10))
    try model.hear(.serverDecision, ["seq": 1208, "cause": [:], "changes": [], "closed": []])
    #expect(model.interval(at: now) == .seconds(1))
    #expect(model.interval(at: now + 3_000_000) == .seconds(10))
    let changes: JSONValue = [try json(Canned.music)]
    try model.hear(.serverDecision, ["seq": 1209, "cause": [:], "changes": changes, "closed": []])
    #expect(model.interval(at: now + 59_000_000) == .seconds(1))
    #expect(model.interval(at: now + 60_000_000) == .seconds(10))
  }

  @Test(arguments: [1e300, -1e300, 9e12]) func `an uptime that no machine has: it is shown`(
    seconds: Double
  ) {
    var model = Model(place: "", size: .init(columns: 80, rows: 24))
    var status = Canned.status(faults: [])
    status.uptimeSeconds = seconds
    model.take(status, at: Clock.fixed.now)
    #expect(model.startedAt == Clock.fixed.now - (seconds < 0 ? 0 : 1_000_000_000_000_000))
  }

  private static func entry(
    _ seq: Int64,
    _ time: String,
    _ method: String,
    _ changes: [JSONValue]
  ) -> JSONValue {
    [
      "seq": .number("\(seq)"), "at": .string("2026-11-21T\(time).000000Z"),
      "cause": ["method": .string(method), "session": 7], "rules": [], "cells": [],
      "changes": .array(changes), "closed": [],
    ]
  }
}
