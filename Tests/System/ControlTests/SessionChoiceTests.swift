import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore

/// Which sessions a command line chooses, describes or waits for.
struct SessionChoiceTests {
  private let music: SessionObject
  private let call: SessionObject

  init() throws {
    let music: JSONValue = [
      "session": 7, "name": "mpd", "uid": 1000, "zone": "kitchen", "priority": "normal",
      "state": "active", "playing": true, "gain": 0.2, "lease": ["leaseName": "radio"],
    ]
    let call: JSONValue = [
      "session": 9, "name": "phone", "uid": 0, "zone": .null, "priority": "phoneCall",
      "state": "inactive", "playing": false, "gain": 1, "lease": .null,
    ]
    self.music = try Canned.told(music).value
    self.call = try Canned.told(call).value
  }

  @Test func `a filter takes one of each option's values, and all options`() throws {
    let rows: [(line: [String], isMusic: Bool, isCall: Bool)] = [
      ([], true, true), (["--session", "7"], true, false), (["--session", "radio"], true, false),
      (["--session", "x", "--session", "phone"], false, true),
      (["--zone", "kitchen"], true, false),
      (["--of-user", "root"], false, true), (["--of-user", "1000"], true, false),
      (["--priority", "phoneCall", "--state", "inactive"], false, true),
      (["--priority", "phoneCall", "--state", "active"], false, false),
    ]
    for (line, isMusic, isCall) in rows {
      let filter = try SessionFilter(Invocation(["monitor"] + line))
      #expect(filter.matches(music) == isMusic, "\(line)")
      #expect(filter.matches(call) == isCall, "\(line)")
    }
    #expect(
      throws: Failure.usage("--of-user: expected the name or id of a user, found no-such-user")
    ) { try SessionFilter(Invocation(["monitor", "--of-user", "no-such-user"])) }
  }

  @Test func `a number means the session of that number, whatever others are called`() throws {
    let members: JSONValue = ["session": 8, "name": "7", "lease": ["leaseName": "+7"]]
    let stranger = try Canned.told(members).value
    #expect([music, stranger].map { $0.isCalled("7") } == [true, false])
    #expect([music, stranger].map { $0.isCalled("+7") } == [true, false])
  }

  @Test func `a decision counts if it touches a session, as it was or is`() throws {
    var history = History()
    history.replace(by: [music, call])
    let filter = try SessionFilter(Invocation(["monitor", "--session", "mpd"]))
    let rows: [(cause: UInt64?, changes: [SessionObject], closed: [UInt64], isShown: Bool)] = [
      (7, [], [], true), (9, [], [], false), (9, [music], [], true), (nil, [], [7], true),
      (nil, [], [9], false),
    ]
    for (cause, changes, closed, isShown) in rows {
      let decision = DecisionObject(
        at: Canned.time,
        cause: Cause(nil, session: cause),
        rules: RuleSet(),
        cells: [],
        changes: changes,
        closed: closed
      )
      #expect(filter.matches(decision: decision, history) == isShown, "\(decision)")
    }
  }

  @Test func `a shorthand is several properties, of which others may be said`() throws {
    let rows: [(line: [String], members: JSONValue)] = [
      ([], ["category": "playback"]),
      (["--duck"], ["category": "playback", "options": ["duckOthers"]]),
      (
        ["--speak", "--zone", "hall"],
        [
          "category": "playback", "mode": "voicePrompt", "zone": "hall",
          "options": ["duckOthers", "interruptSpokenAudioAndMixWithOthers"],
        ]
      ),
      (["--mix"], ["category": "playback", "options": ["mixWithOthers"]]),
      (["--alarm"], ["category": "playback", "priority": "alarm"]),
      (["--record", "--no-zone"], ["category": "record", "zone": .null]),
      (
        ["--duck", "--mode", "spokenAudio", "--option", "allowAirPlay"],
        [
          "category": "playback", "mode": "spokenAudio", "options": ["duckOthers", "allowAirPlay"],
        ]
      ),
      (["--category", "record"], ["category": "record"]),
    ]
    for (line, members) in rows {
      let invocation = try Invocation(["hold", "x"] + line)
      let found = try SessionOptions.members(invocation, usual: .playback)
      #expect(JSONValue.object(found) == members, "\(line)")
    }
    #expect(throws: Failure.usage("--duck, --alarm: expected only one of them")) {
      try SessionOptions.members(Invocation(["hold", "x", "--alarm", "--duck"]))
    }
  }

  @Test func `each state that is waited for holds when it says so`() throws {
    typealias State = WaitCondition.State
    func met(_ name: String?, _ sessions: [SessionObject]) -> Set<State> {
      Set(
        State.allCases.filter {
          WaitCondition(name: name, state: $0, filter: SessionFilter()).isMet(by: sessions)
        }
      )
    }
    let both = [music, call]
    #expect(met("mpd", both) == [.open, .active, .playing, .ducked])
    #expect(met("9", both) == [.open, .inactive, .idle])
    #expect(met("nobody", both) == [.gone, .idle])
    // Lowered before it plays, it isn't heard lowered.
    let members: JSONValue = ["session": 9, "name": "voice", "state": "inactive", "gain": 0.2]
    let silent = try Canned.told(members).value
    #expect(met("voice", [silent]) == [.open, .inactive, .idle])
    let idle = WaitCondition(name: nil, state: .idle, filter: SessionFilter(zones: ["hall"]))
    #expect(idle.isMet(by: both))
    let hopeless = WaitCondition(name: "99", state: .active, filter: SessionFilter())
    #expect(hopeless.isHopeless(with: both))
    for state in [State.idle, .gone] {
      let met = WaitCondition(name: "99", state: state, filter: SessionFilter())
      #expect(!met.isHopeless(with: both))
    }
    #expect(hopeless.present(both) == "no session is named \"99\"")
    let elsewhere = WaitCondition(name: "mpd", state: .open, filter: SessionFilter(zones: ["hall"]))
    #expect(elsewhere.present(both) == "none of the chosen sessions is named \"mpd\"")
  }

  @Test func `methods are guessed, and parameters are an object`() throws {
    let end = "`audiosessionctl call rpc.discover` describes them all"
    #expect(
      throws: Failure.usage("call: unknown method list; did you mean session.list? \(end)")
    ) { try Call.method(named: "list") }
    #expect(
      throws: Failure.usage("call: unknown method sesion.opn; did you mean session.open? \(end)")
    ) { try Call.method(named: "sesion.opn") }
    #expect(try Call.parameters(#"{"a":[1]}"#) == ["a": [1]])
    #expect(
      throws: Failure.usage("call: expected an object as JSON, such as '{\"session\":7}'")
    ) { try Call.parameters("[7]") }
    #expect(
      throws: Failure.usage("call: the parameters aren't JSON: expected a value at byte 0")
    ) { try Call.parameters("x") }
  }
}
