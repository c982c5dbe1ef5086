import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import TestSupport
import Testing

/// Values as recordings store them.
struct ArchiveTests {
  /// A change in which nothing is as usual.
  private static var change: ConfigurationChange {
    var change = ConfigurationChange()
    change.category = .playAndRecord
    change.mode = .voiceChat
    change.options = [.duckOthers, CategoryOptions(rawValue: 1 << 40)]
    change.routeSharingPolicy = .longFormAudio
    change.priority = .alarm
    change.alertStyle = .banner
    change.preferencesSet = [.isNowPlayingCandidate]
    change.preferencesCleared = [.prefersInterruptionOnRouteDisconnect]
    change.role = .named(Kind(rawValue: 13))
    change.namesUnknownValue = true
    return change
  }

  private static var policy: Policy {
    var policy = Policy()
    policy.duckGain = 0.1
    policy.strongDuckGain = 1 / 3
    policy.duckRamp = .milliseconds(1)
    policy.unduckRamp = .zero
    policy.resumeOffer = nil
    policy.endedOnSilentDeactivation = false
    policy.playbackDuringPhoneCall = false
    policy.interruptOnSleep = false
    policy.enforcementTimeout = .seconds(2)
    policy.roles = [Policy.Role("game", like: .ducking)]
    policy.overrides = [Policy.Override(nil, 13, .duck, gain: 0.4), .init(2, nil, .mix)]
    return policy
  }

  /// What platforms differ in, too, which is left out where it is as usual.
  private static var wholePolicy: Policy {
    var policy = policy
    for key in PolicyKey.all where key.isLeftOutWhenUsual {
      if case .flag(let place) = key.value {
        place.set(!place.value(of: Policy()), in: &policy)
      }
    }
    policy.roles[0].ducksWithinApplication = true
    return policy
  }

  private static let owner = Owner(process: ProcessID(5), user: UserID(1000))
  private static let watcher = Owner(
    process: ProcessID(5),
    user: UserID(1000),
    watchesLifecycle: true
  )
  private static let reporter = Reporter(connection: ConnectionID(9), user: UserID(1000))
  private static let somebody = Grants(.alarm).union(Grants(role: 31))

  private static let events: [Event] = [
    .started,
    .open(
      Opening(
        id: SessionID(7),
        owner: owner,
        scope: Scope(ApplicationID(21), zone: ZoneID(3)),
        change: change,
        grants: somebody,
        lease: .milliseconds(1500),
        isWithinLimits: false
      )
    ),
    .reopen(
      Reopening(
        id: SessionID(7),
        owner: owner,
        change: ConfigurationChange(),
        grants: .all,
        lease: .seconds(1)
      )
    ),
    .configure(SessionID(7), change, grants: .none),
    .activate(SessionID(7), grants: somebody, ifSeq: 0, notifyOthers: true),
    .activate(SessionID(7), grants: .all), .deactivate(SessionID(7), notifyOthers: true),
    .deactivate(SessionID(7), notifyOthers: false),
    .report(SessionID(7), Report(playing: false, recording: true, foreground: false)),
    .report(SessionID(7), Report(inputMuted: true, outputMuted: false)),
    .report(SessionID(7), Report(preferredInput: 3, overridesOutput: true)),
    .setMutedByUser(SessionID(7), [.input, .output], wantsUnmute: true, ConnectionID(9)),
    .setMutedByUser(SessionID(7), [], wantsUnmute: false, ConnectionID(9)),
    .report(SessionID(7), Report()), .renew(SessionID(7), lease: nil),
    .renew(SessionID(7), lease: .seconds(3)), .close(SessionID(7)), .evict(SessionID(7)),
    .connectionEnded(ConnectionID(9), sessions: [SessionID(7)], orphaned: [SessionID(8)]),
    .connectionEnded(ConnectionID(9), sessions: []),
    .processEnded(sessions: [SessionID(7)], orphaned: [SessionID(8)]),
    .setMicrophoneMuted(true, reporter), .setSleeping(false, reporter),
    .setSilenced(true, Reporter(connection: ConnectionID(9), user: nil)),
    .setSuspended(ProcessID(5), true, reporter),
    .setRoute(
      RouteSummary(number: 4, hasBuiltInMicrophone: false),
      .oldDeviceUnavailable,
      reporter
    ),
    .setRoute(.unknown, nil, reporter),
    .setRoute(
      RouteSummary(number: 4, hasBuiltInMicrophone: true, hardware: 5),
      nil,
      reporter
    ),
    .reload(policy), .reload(Policy()), .timePassed, .reload(wholePolicy),
    .reopen(
      Reopening(
        id: SessionID(7),
        owner: watcher,
        change: ConfigurationChange(),
        grants: .accessibility,
        lease: .seconds(1)
      )
    ),
  ]

  @Test func `every event is read as it was written`() throws {
    for event in Self.events {
      let read: Event = try Recording.read(JSONValue(parsing: event.json.text))
      #expect(read == event, "\(event.json.text)")
    }
    let names = Set(Self.events.compactMap { $0.json["event"]?.string })
    #expect(names.count == 20)
  }

  @Test func `every effect is read as it was written`() throws {
    let id = SessionID(7)
    let effects: [Effect] = [
      .granted(id), .refused(nil, .insufficientPriority, by: SessionID(8)),
      .refused(id, .badParam, by: nil), .closed(id, .evicted), .didBecomeActive(id),
      .didBecomeInactive(id, .system, .appWasSuspended), .didBecomeInactive(id, .app, nil),
      .began(id, .default, by: SessionID(8)), .began(id, .routeDisconnected, by: nil),
      .ducking(id, gain: 0.2, from: 1, ramp: .milliseconds(300)),
      .ducking(id, gain: 1, from: nil, ramp: .seconds(1)), .ended(id, shouldResume: true),
      .recommendation(id, .shouldResume), .hint(id, isSilenced: true),
      .routeChanged(id, .oldDeviceUnavailable), .hardwareChanged(id), .changed(id),
      .mutesChanged(id, byUser: .output, wantsUnmute: true),
      .mutesChanged(id, byUser: [], wantsUnmute: false),
      .enforcementChanged,
      .wake(at: Instant(nanoseconds: 5)), .wake(at: nil),
    ]
    for effect in effects {
      let read: Effect = try Recording.read(JSONValue(parsing: effect.json.text))
      #expect(read == effect, "\(effect.json.text)")
    }
    #expect(Set(effects.compactMap { $0.json["effect"]?.string }).count == 16)
  }

  /// Files of earlier versions have these very lines.
  @Test func `every event is written as it always was`() throws {
    let lines = try Checkout.text("Tests/Rules/RecordingTests/Events/events.jsonl").split(
      separator: "\n"
    )
    #expect(Self.events.map(\.json.text) == lines.map { String($0) })
  }

  /// A property that is added and forgotten here would be lost without notice.
  @Test func `the examples differ from the usual in every property`() {
    func usual(_ value: Any, _ other: Any) -> [String] {
      zip(Mirror(reflecting: value).children, Mirror(reflecting: other).children)
        .filter { "\($0.value)" == "\($1.value)" }.map { $0.0.label ?? "" }
    }
    #expect(usual(Self.wholePolicy, Policy()) == [])
    #expect(usual(Self.watcher, Self.owner) == ["process", "user"])
    #expect(usual(Self.change, ConfigurationChange()) == [])
    let report = Report(
      playing: true,
      recording: true,
      foreground: true,
      inputMuted: true,
      outputMuted: true,
      preferredInput: 0,
      overridesOutput: true
    )
    #expect(usual(report, Report()) == [])
  }

  @Test(arguments: [["exclusive"], ["game", "game"]])
  func `a state whose roles have no names of their own isn't restored`(names: [String]) throws {
    var stored = Arbiter(policy: Policy()).snapshot.json
    let others = (stored.members ?? []).filter { $0.name != "roleNames" }
    let roles = JSONValue.array(names.map { .string($0) })
    stored = .object(others + [.init("roleNames", roles)])
    let snapshot: Snapshot = try Recording.read(JSONValue(parsing: stored.text))
    #expect(throws: MemberFault.self) { _ = try Arbiter(snapshot) }
  }

  /// It would have no place in the pair table.
  @Test func `a state with a role that isn't in force isn't restored, unless it is outdated`()
    throws
  {
    var policy = Policy()
    policy.roles = [Policy.Role("game", like: .mixable)]
    var arbiter = Arbiter(policy: policy)
    var change = ConfigurationChange()
    change.role = .named(try #require(arbiter.kind(ofRole: "game")))
    arbiter.open(change)
    let others = (arbiter.snapshot.json.members ?? []).filter { $0.name != "policy" }
    let policies = (Arbiter().snapshot.json.members ?? []).filter { $0.name == "policy" }
    let stored = JSONValue.object(others + policies)
    let snapshot: Snapshot = try Recording.read(JSONValue(parsing: stored.text))
    #expect(throws: MemberFault.self) { _ = try Arbiter(snapshot) }
    arbiter.apply(.reload(Policy()))
    #expect(try Arbiter(arbiter.snapshot).snapshot == arbiter.snapshot)
  }

  @Test(arguments: [
    (false, "recording", "true"), (false, "silenced", "true"), (false, "conditions", "1"),
    (true, "offer", #"{"moment":{"seq":1,"at":0}}"#), (true, "pendingSince", "1"),
    (true, "owesSuspensionNotice", "true"), (true, "wasPlaying", "true"),
  ])
  func `a session with what belongs to another state isn't read`(
    isActive: Bool,
    member: String,
    value: String
  ) throws {
    var arbiter = Arbiter(policy: Policy())
    arbiter.open(ConfigurationChange())
    if isActive { arbiter.apply(.activate(SessionID(1), grants: .none)) }
    let text = arbiter.snapshot.json.text
    let _: Snapshot = try Recording.read(JSONValue(parsing: text))
    let state = #""state":"\#(isActive ? "active" : "inactive")""#
    #expect(text.contains(state))
    let other = text.replacing(state, with: #"\#(state),"\#(member)":\#(value)"#)
    let fault = #expect(throws: MemberFault.self) {
      let _: Snapshot = try Recording.read(JSONValue(parsing: other))
    }
    #expect(fault?.place == "sessions[0]")
    #expect(fault?.expected == "no other members than version 1 of the format has")
  }

  @Test(arguments: [
    (#"{"event":"dance"}"#, "event", "one of started, open, "),
    (#"{"event":"close"}"#, "", "the member session"),
    (#"{"event":"close","session":-1}"#, "session", "an integer of 0 or more"),
    (#"{"event":"close","session":"1"}"#, "session", "an integer of 0 or more"),
    (#"{"event":"started","mood":1}"#, "", "no other members than version 1 of the format has"),
    (
      #"{"event":"renew","session":1,"lease":864000000000001}"#, "lease", "at most 10 days"
    ),
    (
      #"{"event":"activate","session":1,"grants":["king"]}"#, "grants", "names of grants"
    ),
    (
      #"{"event":"connectionEnded","connection":1,"sessions":[1,true]}"#, "sessions[1]",
      "an integer of 0 or more"
    ),
    ("[]", "", "an object"),
  ])
  func `an event that can't be read: the fault has its place and what was expected`(
    text: String,
    place: String,
    expected: String
  ) throws {
    do {
      let event: Event = try Recording.read(JSONValue(parsing: text))
      Issue.record("read \(event)")
    } catch let fault as MemberFault {
      #expect(fault.place == place)
      #expect(fault.expected.hasPrefix(expected), "\(fault.expected)")
    }
  }

  @Test func `R53: in a state that was stored, who has the title loses it to the next`() throws {
    var arbiter = Arbiter()
    var change = ConfigurationChange()
    change.category = .playback
    change.preferencesSet = [.isNowPlayingCandidate]
    arbiter.open(change)
    arbiter.play(1)
    // One that plays would be found again.
    arbiter.apply(.report(SessionID(1), Report(playing: false)))
    let text = arbiter.snapshot.json.text
    var restored = try Arbiter(try Recording.read(try JSONValue(parsing: text)))
    restored.open(change, 2)
    restored.play(2)
    let titles = [1, 2].map { restored.view(of: SessionID($0))?.isNowPlaying }
    #expect(titles == [false, true])
  }
}

extension Arbiter {
  fileprivate mutating func apply(_ event: Event) {
    var decision = Decision()
    apply(event, at: Instant(nanoseconds: 0), into: &decision)
  }

  /// Opens a session of an own program.
  fileprivate mutating func open(_ change: ConfigurationChange, _ number: UInt64 = 1) {
    let opening = Opening(
      id: SessionID(number),
      owner: Owner(process: ProcessID(number), user: UserID(1000)),
      scope: Scope(ApplicationID(number)),
      change: change,
      grants: .none
    )
    apply(.open(opening))
  }

  fileprivate mutating func play(_ number: UInt64) {
    apply(.activate(SessionID(number), grants: .none))
    apply(.report(SessionID(number), Report(playing: true)))
  }
}
