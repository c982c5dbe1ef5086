import AudioSessionJSON
import ControlCore
import AgentAnswers
import AudioSessionWire
import Testing

@testable import audiosessionctl

/// What `status` and `explain` print of what the agent tells.
struct AgentReportTests {
  /// A report with a lowered player, a paused browser and a recorder that is left alone.
  static func report(
    daemon: JSONValue = ["place": "/s", "connected": true, "because": nil],
    pipeWire: JSONValue = ["place": nil, "connected": true, "because": nil],
    streams: JSONValue = [lowered, paused, free],
    rules: JSONValue = ["files": ["/usr/lib/a.conf"], "faults": [], "warnings": []],
    silenced: Bool = false,
    neighbours: JSONValue = ["roleNodes": [], "jackClients": [], "pausesPlayers": false],
    version: String = "1.0.0"
  ) -> AgentView {
    let json: JSONValue = [
      "version": .string(version), "daemon": daemon, "grants": [], "pipeWire": pipeWire,
      "sessionBus": ["place": nil, "connected": true, "because": nil],
      "systemBus": ["place": nil, "connected": true, "because": nil],
      "silenced": .bool(silenced), "neighbours": neighbours, "rules": rules, "streams": streams,
    ]
    guard let view = AgentView(json) else { preconditionFailure("it is an object") }
    return view
  }

  static let lowered: JSONValue = [
    "stream": 61, "direction": "output", "application": "mp\u{1B}v", "mediaName": "a song",
    "pid": 812, "claimed": false, "device": "alsa_output.usb", "state": "running",
    "rule": "music", "rulePlace": "/usr/lib/a.conf:9", "session": 7, "gain": 0.2,
    "standing": "ducked", "because": "[Rule music] takes it",
  ]
  static let paused: JSONValue = [
    "stream": 7, "direction": "output", "application": "Chromium", "mediaName": "", "pid": 900,
    "claimed": true, "device": nil, "state": "idle", "rule": "browser-player",
    "rulePlace": nil, "session": 8, "gain": 0, "standing": "paused",
    "because": "[Rule browser-player] takes it; interrupted",
  ]
  static let free: JSONValue = [
    "stream": 70, "direction": "input", "application": "pw-record", "mediaName": "", "pid": nil,
    "claimed": false, "device": "mic", "state": "running", "rule": "listener", "rulePlace": nil,
    "session": nil, "gain": 1, "standing": "free", "because": "[Rule listener] leaves it alone",
  ]

  @Test func `the streams stand in a table, with the reason where one isn't free`() {
    #expect(
      readable(StreamLines.table(Self.report(), .coloured)) == """
        <1>Streams, by audiosession-agent 1.0.0</>
        61  <1>mp\\u{1b}v</>  [812]   to alsa_output.usb  session 7  <33>lowered to -14 dB</>
            [Rule music] takes it (/usr/lib/a.conf:9).
         7  <1>Chromium</>   [900?]  to nothing          session 8  <31>paused</>
            [Rule browser-player] takes it; interrupted.
        70  <1>pw-record</>          from mic            -          <32>free</>
        """
    )
  }

  @Test func `an agent without streams says so, or what keeps it from seeing any`() {
    #expect(
      StreamLines.table(Self.report(streams: []), .plain)
        == ["audiosession-agent 1.0.0 sees no streams."]
    )
    let view = Self.report(
      daemon: ["place": "/s", "connected": false, "because": nil],
      pipeWire: ["place": nil, "connected": false, "because": "no\u{1B} such file"],
      streams: []
    )
    #expect(
      StreamLines.table(view, .plain) == [
        "  The agent isn't connected to PipeWire: no\\u{1b} such file.",
        "  The agent isn't connected to the daemon.",
      ]
    )
  }

  @Test func `a stream is explained in two lines`() {
    #expect(
      StreamLines.explanation(of: Self.report().report.value.streams, .plain) == [
        "mp\\u{1b}v[812] \"a song\" (stream 61), to alsa_output.usb: lowered to -14 dB.",
        "[Rule music] takes it (/usr/lib/a.conf:9).",
        "Chromium[900?] (stream 7), to nothing: paused.",
        "[Rule browser-player] takes it; interrupted.",
        "pw-record (stream 70), from mic: free.", "[Rule listener] leaves it alone.",
      ]
    )
  }

  @Test func `streams are found by their session, and by their program's name or process`() {
    let view = Self.report()
    #expect(view.streams(ofSession: 7).map(\.json) == [Self.lowered])
    #expect(view.streams(ofSession: 9) == [])
    #expect(view.streams(named: "chromium").map(\.json) == [Self.paused])
    #expect(view.streams(named: "900").map(\.json) == [Self.paused])
    #expect(view.streams(named: "7") == [])
    #expect(view.streams(named: "pw") == [])
  }
}
