import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSession

/// What each notification means to the program, also where a later daemon says more, or otherwise.
struct SessionEventTests {
  private static let by = AudioSession.Blocker(session: 5, name: "phone", priority: .phoneCall)
  private static let byMembers = #""by":{"session":5,"name":"phone","priority":"phoneCall"}"#

  @Test func `an interruption begins for its reason, and by somebody or nobody`() throws {
    for reason in InterruptionReason.allCases {
      let params = #"{"type":"began","reason":"\#(reason.rawValue)",\#(Self.byMembers)}"#
      try expect("interruption", params, .interruptionBegan(reason: reason, by: Self.by))
    }
    let rows: [(by: String, blocker: AudioSession.Blocker?)] = [
      ("null", nil), ("7", nil), ("{}", nil), (#"{"session":-1}"#, nil), (#"{"session":"5"}"#, nil),
      (#"{"session":5,"name":null,"priority":"alarm"}"#, blocker(nil, .alarm)),
      (#"{"session":5,"name":"x","priority":"later"}"#, blocker("x", .normal)),
      (#"{"session":5}"#, blocker(nil, .normal)),
    ]
    for row in rows {
      let params = #"{"type":"began","reason":"builtInMicMuted","by":\#(row.by)}"#
      try expect(
        "interruption",
        params,
        .interruptionBegan(reason: .builtInMicMuted, by: row.blocker)
      )
    }
    let unknown = SessionEvent.interruptionBegan(reason: .default, by: nil)
    try expect("interruption", #"{"type":"began"}"#, unknown)
    try expect("interruption", #"{"type":"began","reason":"later"}"#, unknown)
  }

  @Test func `only shouldResume among the options of an end means to resume`() throws {
    let rows: [(options: String, shouldResume: Bool)] = [
      ("[]", false), (#"["shouldResume"]"#, true), (#"["later"]"#, false),
      (#"["later","shouldResume"]"#, true), ("null", false), (#""shouldResume""#, false),
    ]
    for row in rows {
      let event = SessionEvent.interruptionEnded(shouldResume: row.shouldResume)
      try expect("interruption", #"{"type":"ended","options":\#(row.options)}"#, event)
    }
    try expect("interruption", #"{"type":"ended"}"#, .interruptionEnded(shouldResume: false))
    for params in ["{}", #"{"type":"later"}"#, #"{"type":1}"#] {
      try expect("interruption", params, nil)
    }
  }

  @Test func `a gain has its ramp, and none is no event`() throws {
    let rows: [(params: String, event: SessionEvent?)] = [
      (#""gain":0.2,"rampMilliseconds":300"#, .ducking(gain: 0.2, ramp: .milliseconds(300))),
      (#""gain":1,"rampMilliseconds":1000"#, .ducking(gain: 1, ramp: .seconds(1))),
      (#""gain":0,"rampMilliseconds":0"#, .ducking(gain: 0, ramp: .zero)),
      (#""gain":1e300,"rampMilliseconds":300"#, nil), (#""gain":1e999,"rampMilliseconds":0"#, nil),
      (#""gain":-0.5,"rampMilliseconds":300"#, nil),
      (#""rampMilliseconds":300"#, nil), (#""gain":"0.2","rampMilliseconds":300"#, nil),
    ]
    for row in rows { try expect("ducking", #"{\#(row.params),"duckedBy":[]}"#, row.event) }
  }

  @Test func `words are told as they are, and those of later as the nearest that there is`() throws
  {
    for advice in ResumptionRecommendation.allCases {
      let params = #"{"recommendation":"\#(advice.rawValue)"}"#
      try expect("resumptionRecommendation", params, .resumptionRecommendation(advice))
    }
    try expect("resumptionRecommendation", #"{"recommendation":"later"}"#, nil)
    for (type, isSilenced) in [("begin", true), ("end", false), ("later", false)] {
      let event = SessionEvent.secondaryAudioShouldBeSilenced(isSilenced)
      try expect("silenceSecondaryAudioHint", #"{"type":"\#(type)"}"#, event)
    }
    try expect("didBecomeActive", "{}", .didBecomeActive)
    for source in DeactivationSource.allCases {
      let member = #""source":"\#(source.rawValue)""#
      try expect("didBecomeInactive", "{\(member)}", .didBecomeInactive(source, reason: nil))
      for reason in InterruptionReason.allCases {
        let params = #"{\#(member),"reason":"\#(reason.rawValue)"}"#
        try expect("didBecomeInactive", params, .didBecomeInactive(source, reason: reason))
      }
    }
    let unknown = SessionEvent.didBecomeInactive(.system, reason: nil)
    try expect("didBecomeInactive", #"{"source":"later","reason":"later"}"#, unknown)
    for reason in ClosingReason.allCases {
      try expect("closed", #"{"reason":"\#(reason.rawValue)"}"#, .closed(reason))
    }
    try expect("closed", #"{"reason":"later"}"#, .closed(.evicted))
  }

  @Test func `a change of route has both routes, each port whole`() throws {
    let ports: JSONValue = [["portType": "A", "name": "B", "portID": "C"], [:]]
    let port = AudioSession.Route.Port(type: "A", name: "B", id: "C")
    let empty = AudioSession.Route.Port(type: "", name: "", id: "")
    for reason in RouteChangeReason.allCases {
      let params: JSONValue = [
        "reason": .string(reason.rawValue), "previousRoute": ["inputs": ports, "outputs": []],
        "currentRoute": ["inputs": [], "outputs": ports],
      ]
      let event = SessionEvent.routeChange(
        reason,
        previous: AudioSession.Route(inputs: [port, empty]),
        current: AudioSession.Route(outputs: [port, empty])
      )
      try expect("routeChange", params.text, event)
    }
    let nothing = AudioSession.Route()
    let unknown = SessionEvent.routeChange(.unknown, previous: nothing, current: nothing)
    try expect("routeChange", #"{"reason":"later"}"#, unknown)
  }

  @Test func `a user's mute has both ways, and a wish only where it is one`() throws {
    try expect(
      "muteChange",
      #"{"mutedByUser":["output"]}"#,
      .userMuteChange(input: false, output: true, wantsUnmute: false)
    )
    try expect(
      "muteChange",
      #"{"mutedByUser":["input"],"wantsUnmute":true}"#,
      .userMuteChange(input: true, output: false, wantsUnmute: true)
    )
  }

  @Test func `a change of hardware has what is known, and nothing else`() throws {
    var hardware = Hardware()
    try expect("hardwareChange", #"{"hardware":{}}"#, .hardwareChange(hardware))
    #expect(hardware.bufferDuration == nil)
    (hardware.sampleRate, hardware.bufferFrames) = (48_000, 960)
    (hardware.inputLatency, hardware.outputLatency) = (0.25, 0.5)
    (hardware.outputVolume, hardware.isOutputMuted) = (0.4, true)
    (hardware.inputChannels, hardware.outputChannels) = (1, 6)
    let params = #"{"hardware":\#(hardware.object.json.text)}"#
    try expect("hardwareChange", params, .hardwareChange(hardware))
    #expect(hardware.bufferDuration == 0.02)
  }

  @Test func `a refusal has what the error says, and a name in any case`() throws {
    let data = #"{"name":"n","fourCC":"4","rule":"R1","cell":"a.b",\#(Self.byMembers)}"#
    let rows: [(error: String, refusal: AudioSession.Refusal)] = [
      (
        #"{"code":-50,"message":"m","data":\#(data)}"#,
        .init(code: -50, name: "n", fourCC: "4", rule: "R1", cell: "a.b", by: Self.by, message: "m")
      ),
      (
        #"{"code":-32001,"message":"m","data":{"name":"notPermitted","fourCC":null}}"#,
        .init(code: -32001, name: "notPermitted", message: "m")
      ),
      (#"{"code":1,"message":"m"}"#, .init(code: 1, name: "unspecified", message: "m")),
    ]
    for row in rows {
      let error = try JSONValue(parsing: row.error)
      let reply = try #require(error.received(as: ErrorReply.self))
      #expect(AudioSession.Refusal(reply) == row.refusal)
    }
    for error in ArbitrationError.allCases {
      let refusal = AudioSession.Refusal(code: Int(error.code), name: error.rawValue, message: "")
      #expect(refusal.arbitrationError == error)
    }
    #expect(
      AudioSession.Refusal(code: 1, name: "notPermitted", message: "").arbitrationError == nil
    )
  }

  @Test func `each error is a sentence for people`() {
    let refusal = AudioSession.Refusal(code: 1, name: "n", message: "Why.")
    let rows: [(error: AudioSessionError, sentence: String)] = [
      (.refused(refusal), "Why."),
      (
        .unavailable(paths: ["/a", "/b"], reason: "no"), "No audiosessiond answers at /a or /b: no."
      ),
      (.mediaServicesFailed, "The connection to audiosessiond is lost; a reset will follow."),
      (.timedOut, "audiosessiond didn't answer in time."),
      (.cancelled, "The call was cancelled."),
      (.closed, "The session is closed; open another."),
    ]
    for row in rows { #expect("\(row.error)" == row.sentence) }
  }

  private func blocker(_ name: String?, _ priority: Priority) -> AudioSession.Blocker {
    AudioSession.Blocker(session: 5, name: name, priority: priority)
  }

  private func expect(
    _ topic: String,
    _ params: String,
    _ event: SessionEvent?,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    var machine = ClientMachine()
    let members = try JSONValue(parsing: params).members ?? []
    let all = JSONValue.object([.init("session", 7)] + members)
    let line = #"{"method":"session.\#(topic)","params":\#(all.text)}"# + "\n"
    try machine.receive(Array(line.utf8).span)
    let told = machine.takeNotification()
    let notification = try #require(told)
    #expect(notification.event == event, "\(params)", sourceLocation: location)
  }
}
