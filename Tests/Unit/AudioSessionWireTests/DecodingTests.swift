import AudioSessionSchema
import AudioSessionTypes
import Testing

@testable import AudioSessionWire

/// What parameters become, and which aren't taken.
struct DecodingTests {
  private static let everything: ConfigurationParameters = {
    var configuration = ConfigurationParameters()
    configuration.change.category = .playback
    configuration.change.mode = .spokenAudio
    configuration.change.options = [.duckOthers, .allowBluetoothHFP]
    configuration.change.routeSharingPolicy = .default
    configuration.change.priority = .alarm
    configuration.change.alertStyle = .banner
    configuration.change.preferencesSet = [.isNowPlayingCandidate]
    configuration.change.preferencesCleared = [.prefersInterruptionOnRouteDisconnect]
    configuration.role = .name("siren")
    return configuration
  }()

  private static let configured =
    #""category":"playback","mode":"spokenAudio","options":["duckOthers","allowBluetooth","#
    + #""duckOthers"],"routeSharingPolicy":"default","priority":"alarm","alertStyle":"banner","#
    + #""preferences":{"isNowPlayingCandidate":true,"prefersInterruptionOnRouteDisconnect":false},"#
    + #""role":"siren""#

  private static let withoutRole: ConfigurationParameters = {
    var configuration = ConfigurationParameters()
    configuration.role = NameParameter.none
    return configuration
  }()

  private static let speaker = Port(portType: "Speaker", name: "Laptop", portID: "0")
  private static let notify = #""options":["notifyOthersOnDeactivation"]"#

  private static let requests: [(String, String, Request)] = [
    ("hello", #"{"protocol":1}"#, .hello(Hello())),
    (
      "hello", #"{"protocol":1,"name":"a","epoch":"","events":["lifecycle"]}"#,
      .hello(Hello(name: "a", epoch: "", wantsLifecycle: true))
    ),
    ("hello", #"{"protocol":1,"events":[]}"#, .hello(Hello())),
    ("hello", #"{"protocol":1,"application":"a.b"}"#, .hello(Hello(application: "a.b"))),
    ("session.open", #"{"zone":null}"#, .sessionOpen(SessionOpen(zone: NameParameter.none))),
    (
      "session.open",
      #"{"zone":"kitchen","onBehalfOf":2147483647,"application":"a.b","role":null}"#,
      .sessionOpen(
        SessionOpen(
          zone: .name("kitchen"),
          onBehalfOf: 2_147_483_647,
          application: "a.b",
          configuration: withoutRole
        )
      )
    ),
    ("session.open", "{}", .sessionOpen(SessionOpen())),
    (
      "session.open", #"{"name":"mpd","lease":{"leaseName":"radio"},\#(configured)}"#,
      .sessionOpen(
        SessionOpen(
          name: "mpd",
          configuration: everything,
          lease: LeaseParameters(leaseName: "radio")
        )
      )
    ),
    (
      "session.open", #"{"lease":{"leaseName":"radio","ttlSeconds":1e-1}}"#,
      .sessionOpen(SessionOpen(lease: LeaseParameters(leaseName: "radio", ttlSeconds: 0.1)))
    ),
    (
      "session.configure", #"{"session":7,\#(configured)}"#,
      .sessionConfigure(SessionConfigure(session: 7, configuration: everything))
    ),
    (
      "session.activate", #"{"session":9007199254740991}"#,
      .sessionActivate(SessionActivate(reference: .session(9_007_199_254_740_991)))
    ),
    (
      "session.activate", #"{"session":7,"ifSeq":0,\#(notify)}"#,
      .sessionActivate(SessionActivate(reference: .session(7), ifSeq: 0, notifyOthers: true))
    ),
    (
      "session.activate", #"{"leaseName":"radio"}"#,
      .sessionActivate(SessionActivate(reference: .leaseName("radio")))
    ),
    (
      "session.deactivate", #"{"session":7,"options":[]}"#,
      .sessionDeactivate(SessionDeactivate(reference: .session(7)))
    ),
    (
      "session.deactivate", #"{"session":7,\#(notify)}"#,
      .sessionDeactivate(SessionDeactivate(reference: .session(7), notifyOthers: true))
    ),
    (
      "session.report", #"{"session":7,"playing":true,"foreground":false}"#,
      .sessionReport(
        SessionReport(reference: .session(7), report: Report(playing: true, foreground: false))
      )
    ),
    ("session.renew", #"{"session":7}"#, .sessionRenew(SessionRenew(reference: .session(7)))),
    (
      "session.renew", #"{"leaseName":"radio","ttlSeconds":86400}"#,
      .sessionRenew(SessionRenew(reference: .leaseName("radio"), ttlSeconds: 86_400))
    ),
    (
      "session.close", #"{"leaseName":"radio"}"#,
      .sessionClose(SessionClose(reference: .leaseName("radio")))
    ),
    ("session.get", #"{"session":1}"#, .sessionGet(SessionGet(session: 1))),
    ("session.list", "{}", .sessionList),
    ("alert.request", "{}", .alertRequest(AlertRequest())),
    ("alert.request", #"{"name":"x"}"#, .alertRequest(AlertRequest(name: "x"))),
    ("alert.request", #"{"zone":"a"}"#, .alertRequest(AlertRequest(zone: .name("a")))),
    ("alert.request", #"{"zone":null}"#, .alertRequest(AlertRequest(zone: NameParameter.none))),
    ("events.subscribe", #"{"scope":"none"}"#, .eventsSubscribe(EventsSubscribe(scope: .none))),
    ("events.record", "{}", .eventsRecord), ("policy.get", "{}", .policyGet),
    ("policy.explain", #"{"session":7}"#, .policyExplain(PolicyExplain(session: 7))),
    (
      "policy.simulate", #"{"session":7,"action":"deactivate","notifyOthers":true}"#,
      .policySimulate(PolicySimulate(subject: .session(7), action: .deactivate, notifyOthers: true))
    ),
    (
      "policy.simulate", #"{"description":{"name":"a",\#(configured)},"action":"activate"}"#,
      .policySimulate(
        PolicySimulate(
          subject: .imagined(SessionOpen(name: "a", configuration: everything)),
          action: .activate
        )
      )
    ),
    (
      "policy.simulate",
      #"{"description":{"zone":"a"},"action":"activate","application":"b","user":4294967295,"#
        + #""groups":[0,29],"unit":"c.service","userUnit":"d.scope","allGrants":true,"#
        + #""configuration":"[Zones]"}"#,
      .policySimulate(
        PolicySimulate(
          subject: .imagined(SessionOpen(zone: .name("a"))),
          action: .activate,
          identity: ImaginedIdentity(
            application: "b",
            user: 4_294_967_295,
            groups: [0, 29],
            unit: "c.service",
            userUnit: "d.scope",
            hasAllGrants: true
          ),
          configuration: "[Zones]"
        )
      )
    ),
    ("server.status", "{}", .serverStatus),
    ("server.log", "{}", .serverLog(ServerLog())),
    (
      "server.log", #"{"limit":1024,"since":0,"before":9}"#,
      .serverLog(ServerLog(limit: 1024, since: 0, before: 9))
    ),
    ("rpc.discover", "{}", .discover), ("system.get", "{}", .systemGet),
    (
      "system.setRoute",
      #"{"inputs":[],"outputs":[{"portID":"0","name":"Laptop","portType":"Speaker"}],"#
        + #""reason":"override"}"#,
      .systemSetRoute(SystemSetRoute(route: RouteObject(outputs: [speaker]), reason: .override))
    ),
    (
      "policy.setDuckGain", #"{"duckGain":0.25}"#,
      .policySetDuckGain(PolicySetDuckGain(duckGain: 0.25))
    ),
    (
      "system.setMicrophoneMuted", #"{"muted":false}"#,
      .systemSetMicrophoneMuted(SystemSetMicrophoneMuted(muted: false))
    ),
    (
      "system.setSleeping", #"{"sleeping":true}"#,
      .systemSetSleeping(SystemSetSleeping(sleeping: true))
    ),
    (
      "system.setSilenced", #"{"silenced":true}"#,
      .systemSetSilenced(SystemSetSilenced(silenced: true))
    ),
    (
      "system.setProcessSuspended", #"{"pid":2147483647,"suspended":true}"#,
      .systemSetProcessSuspended(SystemSetProcessSuspended(pid: 2_147_483_647, suspended: true))
    ),
    (
      "system.setSessionMuted", #"{"session":7,"muted":["output","input"],"wantsUnmute":true}"#,
      .systemSetSessionMuted(
        SystemSetSessionMuted(session: 7, muted: [.input, .output], wantsUnmute: true)
      )
    ),
    (
      "session.report", #"{"session":7,"inputMuted":true,"outputMuted":false}"#,
      .sessionReport(
        SessionReport(
          reference: .session(7),
          report: Report(inputMuted: true, outputMuted: false)
        )
      )
    ),
    (
      "session.report", #"{"session":7,"preferredInput":"usb:mic","outputOverride":"speaker"}"#,
      .sessionReport(
        SessionReport(
          reference: .session(7),
          report: Report(overridesOutput: true),
          preferredInput: .name("usb:mic")
        )
      )
    ),
    (
      "session.report", #"{"session":7,"preferredInput":null,"outputOverride":"none"}"#,
      .sessionReport(
        SessionReport(
          reference: .session(7),
          report: Report(overridesOutput: false),
          preferredInput: NameParameter.none
        )
      )
    ),
    (
      "session.evict", #"{"session":7,"note":"é"}"#,
      .sessionEvict(SessionEvict(session: 7, note: "é"))
    ),
    ("enforcement.attach", "{}", .enforcementAttach),
    ("enforcement.applied", #"{"seq":0}"#, .enforcementApplied(EnforcementApplied(seq: 0))),
  ]

  @Test func `parameters become requests`() {
    for (method, params, request) in DecodingTests.requests {
      #expect(decode(method, params) == .success(request), "\(method) \(params)")
    }
    #expect(Set(DecodingTests.requests.map(\.0)) == Set(Method.allCases.map(\.rawValue)))
  }

  @Test(arguments: Method.allCases)
  func `a method's example is right`(method: Method) {
    let request = decode(method.rawValue, method.specification.example)
    #expect(throws: Never.self) { try request?.get() }
  }

  @Test func `names have a length and no control characters`() {
    let accepted = [
      "a", " ", "é", "\u{A0}", #"\""#, String(repeating: "a", count: 128),
      String(repeating: "é", count: 64),
    ]
    let refused = [
      "", String(repeating: "a", count: 129), String(repeating: "é", count: 64) + "a", #"\n"#,
      #"a\u0000"#, "\u{7F}",
      #"\u007f"#, "\u{80}", "\u{9F}", #"\u0085"#, "é\u{85}",
    ]
    let places: [(String, String, String, String)] = [
      ("session.open", #"{"name":""#, #""}"#, "name"),
      ("session.open", #"{"zone":""#, #""}"#, "zone"),
      ("hello", #"{"protocol":1,"application":""#, #""}"#, "application"),
      ("session.evict", #"{"session":7,"note":""#, #""}"#, "note"),
      ("session.open", #"{"lease":{"leaseName":""#, #""}}"#, "lease.leaseName"),
      (
        "system.setRoute", #"{"inputs":[],"outputs":[{"portType":"a","portID":"b","name":""#,
        #""}]}"#, "outputs.name"
      ),
    ]
    for (method, before, after, path) in places {
      for name in accepted {
        #expect(throws: Never.self, "\(name)") { try decode(method, before + name + after)?.get() }
      }
      for name in refused {
        let answer = decode(method, before + name + after)
        guard case .failure(.invalidParams(let fault)) = answer else {
          Issue.record("\(name) is taken")
          continue
        }
        #expect(fault.place == path, "\(name)")
        let isNullable = path == "zone"
        let expected = DecodingFaultTests.name + (isNullable ? ", or null" : "")
        #expect(fault.expected == expected, "\(name)")
      }
    }
  }

  @Test(arguments: [(32, true), (33, false)])
  func `a list of ports has a limit`(count: Int, isAccepted: Bool) {
    let port = #"{"portType":"a","name":"b","portID":"c"}"#
    let ports = Array(repeating: port, count: count).joined(separator: ",")
    let isDecoded =
      (try? decode("system.setRoute", "{\"outputs\":[],\"inputs\":[\(ports)]}")?.get()) != nil
    #expect(isDecoded == isAccepted)
  }
}
