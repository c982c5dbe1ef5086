import AudioSessionClient
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import audiosessionctl
@testable import ControlCore

struct DecisionReportTests {
  @Test func `a decision says what happened, by which rules, and what became of whom`() throws {
    var history = History()
    history.replace(by: [before(Canned.music), before(Canned.navigator)])
    let lines = DecisionReport(ducking, at: moment).lines(&history, .plain)
    #expect(
      lines == [
        "10:41:55.250  #1200  ナビ (session 9) activates  [R12 R16 R59 ducking.exclusive]",
        "    ナビ (session 9): inactive -> active",
        "    mpd (session 7): playing, lowered to -14 dB by ナビ (session 9)",
        "    and 3 more sessions",
      ]
    )
    #expect(history[7] == Canned.music)
  }

  @Test func `a session that wasn't seen before is told as it is`() throws {
    var history = History()
    let lines = DecisionReport(ducking, at: moment).lines(&history, .coloured)
    #expect(
      readable(lines) == """
        <2>10:41:55.250</>  #1200  <1>ナビ (session 9) activates</>  <2>[R12 R16 R59 \
        ducking.exclusive]</>
            ナビ (session 9): <32>playback, voicePrompt, ducks others, active</>
            mpd (session 7): <33>playback, active, playing, lowered to -14 dB, by ナビ (session 9)</>
            and 3 more sessions
        """
    )
  }

  @Test func `R52, R62, R63, R66: whose, where and as what a session is, is told at first`() throws
  {
    let rows: [(session: SessionObject, words: String)] = [
      (Canned.game, "ambient, application browser, zone kitchen, active, silenced"),
      (
        Canned.siren,
        "playback, role emergency, zone hall\\u{9b}, lease fire, active, playing"
      ),
    ]
    for (session, words) in rows {
      let change = SessionChange(before: nil, after: session, isClosed: false)
      #expect(change.words(History()).joined(separator: ", ") == words)
    }
  }

  @Test func `each thing that may become of a session has its words`() throws {
    try check([
      ({ $0.seq = 9 }, ""),
      ({ $0.playing = false }, "not playing"),
      ({ $0.recording = true }, "recording"),
      ({ $0.activation = 99 }, "activated again"),
      (
        {
          $0.gain = 1; $0.duckedBy = []
        }, "no longer lowered"
      ),
      (
        {
          $0.gain = 0; $0.duckedBy = [5]
        }, "lowered to silence by session 5"
      ),
      ({ $0.gain = 0 }, "silenced"),
      (
        {
          $0.state = .inactive; $0.playing = false; $0.gain = 1
        }, "active -> inactive"
      ),
      (
        {
          $0.state = .interrupted; $0.interruptedBy = [5, 7]
        },
        "active -> interrupted by session 5, mpd (session 7)"
      ),
      (
        {
          $0.state = .interrupted; $0.interruptionReason = .routeDisconnected
        },
        "active -> interrupted (routeDisconnected)"
      ),
      (
        {
          $0.foreground = false; $0.nowPlaying = true
        }, "in the background, now playing"
      ),
    ])
  }

  @Test func `each way to configure a session anew has its words`() throws {
    try check([
      (
        {
          $0.role = "emergency"; $0.priority = .alarm; $0.kind = "emergency"
        }, "priority alarm, role emergency, kind emergency"
      ),
      ({ $0.kind = "alarm" }, "kind alarm"),
      ({ $0.alertStyle = .banner }, "alertStyle banner"),
      (
        {
          $0.category = .ambient; $0.mode = .spokenAudio; $0.options = []
        },
        "category ambient, mode spokenAudio, options none"
      ),
      (
        {
          $0.identity = SessionIdentity(name: nil, peer: Canned.mpd)
          $0.priority = .alarm
          $0.routeSharingPolicy = .longFormAudio
        },
        "name none, priority alarm, routeSharingPolicy longFormAudio"
      ),
    ])
  }

  /// What is told of each change to a session that plays.
  private func check(
    _ rows: [(change: (inout SessionObject) -> Void, words: String)]
  ) throws {
    let music = Canned.music
    var history = History()
    history.remember(music)
    for (change, words) in rows {
      var after = music
      change(&after)
      let told = SessionChange(before: music, after: after, isClosed: false)
      #expect(told.words(history).joined(separator: ", ") == words)
    }
  }

  @Test func `each cause has its words`() throws {
    let rows: [(cause: Cause, text: String)] = [
      (Cause(.event(.started)), "the daemon started"),
      (Cause(.event(.connectionEnded), pid: 7), "a connection ended (process 7)"),
      (Cause(.event(.connectionEnded)), "a connection ended"),
      (Cause(.event(.leaseExpired), session: 7), "the lease of x expired"),
      (Cause(.event(.offerLapsed), session: 7), "x didn't resume in time"),
      (Cause(.event(.policyReloaded)), "the configuration was reloaded"),
      (Cause(.method(.sessionOpen), session: 7), "x opens"),
      (Cause(.method(.sessionConfigure), session: 7), "x configures"),
      (Cause(.method(.sessionDeactivate), session: 7), "x deactivates"),
      (Cause(.method(.sessionReport), session: 7), "x reports"),
      (Cause(.method(.sessionRenew), session: 7), "x renews its lease"),
      (Cause(.method(.sessionClose), session: 7), "x closes"),
      (Cause(.method(.sessionEvict), session: 7, note: "a\n"), "x is evicted (a\\u{a})"),
      (Cause(.method(.systemSetRoute)), "the route or its hardware changed"),
      (Cause(.method(.systemSetMicrophoneMuted)), "the microphone was muted or unmuted"),
      (Cause(.method(.systemSetSleeping)), "the machine went to sleep or woke up"),
      (Cause(.method(.policySetDuckGain)), "the depth of ducking was set"),
      (Cause(.method(.systemSetSilenced)), "the silent switch was turned on or off"),
      (Cause(.method(.systemSetProcessSuspended)), "a process was suspended or resumed"),
      (
        Cause(.method(.sessionActivate), session: 7, error: .insufficientPriority),
        "x activates: refused, insufficientPriority"
      ),
      (
        Cause(.method(.sessionOpen), pid: 12, error: .badParam),
        "process 12 opens: refused, badParam"
      ),
    ]
    for (cause, text) in rows {
      #expect(cause.causeText(cause.session == nil ? nil : "x") == text)
    }
  }

  @Test func `the name of a cause that a later version has is shown as it is`() {
    let rows: [(cause: JSONValue, text: String)] = [
      (["method": "session.sing", "session": 7], "x: session.sing"),
      (["event": "eclipse\n"], "eclipse\\u{a}"), ([:], "x"),
      (["method": "session.open", "error": "tooLoud\n"], "x opens: refused, tooLoud\\u{a}"),
    ]
    for (cause, text) in rows {
      let read = cause.received(as: Cause.self)
      #expect(read?.causeText("x") == text)
      #expect(read?.json == cause)
    }
  }

  @Test func `the log says whether there is more, and how to see it`() throws {
    #expect(
      LogReport.lines([ducking], hasMore: true, .plain).prefix(2) == [
        "Older decisions: audiosessionctl log --before 1200",
        "10:41:55.250  #1200  ナビ (session 9) activates  [R12 R16 R59 ducking.exclusive]",
      ]
    )
    #expect(LogReport.lines([ducking], hasMore: true, .plain).last == "    and 3 more sessions")
    #expect(LogReport.lines([ducking], hasMore: true, .bare).count == 4)
    #expect(LogReport.lines([], hasMore: false, .plain) == ["No decisions found."])
    #expect(LogReport.lines([], hasMore: false, .bare) == [])
  }

  private let moment = Canned.time.microseconds

  private var ducking: LogEntry {
    var rules = RuleSet()
    for rule in [Rule.R12, .R16, .R59] { rules.insert(rule) }
    return LogEntry(
      seq: 1200,
      DecisionObject(
        at: Canned.time,
        cause: Cause(.method(.sessionActivate), session: 9, pid: 9000),
        rules: rules,
        cells: ["ducking.exclusive"],
        changes: [Canned.navigator, Canned.music],
        closed: []
      ),
      changesLeftOut: 3
    )
  }

  /// The session before the decision.
  private func before(_ session: SessionObject) -> SessionObject {
    var session = session
    if session.session == 9 { session.state = .inactive }
    session.playing = false
    session.gain = 1
    session.duckedBy = []
    return session
  }
}
