import AudioSessionTypes
import AudioSessionWire
import Testing

/// What parameters become, and which aren't taken.
struct DecodingTests {
  private static let everything: ConfigurationParameters = {
    var configuration = ConfigurationParameters()
    configuration.category = .playback
    configuration.mode = .spokenAudio
    configuration.options = [.duckOthers, .allowBluetoothHFP]
    configuration.routeSharingPolicy = .default
    configuration.priority = .alarm
    configuration.alertStyle = .banner
    configuration.preferencesSet = [.isNowPlayingCandidate]
    configuration.preferencesCleared = [.prefersInterruptionOnRouteDisconnect]
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
      "session.open", #"{"zone":"kitchen","onBehalfOf":2147483647,"role":null}"#,
      .sessionOpen(
        SessionOpen(
          zone: .name("kitchen"),
          onBehalfOf: 2_147_483_647,
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
      .sessionReport(SessionReport(reference: .session(7), playing: true, foreground: false))
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
    ("policy.get", "{}", .policyGet),
    ("policy.explain", #"{"session":7}"#, .policyExplain(PolicyExplain(session: 7))),
    (
      "policy.simulate", #"{"session":7,"action":"deactivate","notifyOthers":true}"#,
      .policySimulate(PolicySimulate(.session(7), .deactivate, notifyOthers: true))
    ),
    (
      "policy.simulate", #"{"description":{"name":"a",\#(configured)},"action":"activate"}"#,
      .policySimulate(
        PolicySimulate(.imagined(SessionOpen(name: "a", configuration: everything)), .activate)
      )
    ),
    (
      "policy.simulate",
      #"{"description":{"zone":"a"},"action":"activate","application":"b","user":4294967295,"#
        + #""groups":[0,29],"unit":"c.service","userUnit":"d.scope","configuration":"[Zones]"}"#,
      .policySimulate(
        PolicySimulate(
          .imagined(SessionOpen(zone: .name("a"))),
          .activate,
          identity: ImaginedIdentity(
            application: "b",
            user: 4_294_967_295,
            groups: [0, 29],
            unit: "c.service",
            userUnit: "d.scope"
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
      .systemSetRoute(SystemSetRoute(route: Route(outputs: [speaker]), reason: .override))
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
    let request = decode(method.rawValue, method.description.example)
    #expect(throws: Never.self) { try request?.get() }
  }

  @Test func `R4: what doesn't exist is told apart from what has the wrong form`() {
    let words: [(json: String, parameter: String, found: ParameterFault.Found)] = [
      (#""category":"loud""#, "category", .json(#""loud""#)),
      (#""mode":"loud""#, "mode", .json(#""loud""#)),
      (#""routeSharingPolicy":"lo\u0075d""#, "routeSharingPolicy", .json(#""lo\u0075d""#)),
      (#""options":["loud"]"#, "options", .json(#""loud""#)),
      (#""options":["mixWithOthers","loud","soft"]"#, "options", .json(#""loud""#)),
      (#""category":"loud","mode":"soft""#, "category", .json(#""loud""#)),
      (
        "\"category\":\"\(String(repeating: "a", count: 127))\"", "category",
        .words("a value of 129 bytes")
      ),
    ]
    for (json, parameter, found) in words {
      guard
        case .success(.sessionConfigure(let request)) = decode(
          "session.configure",
          "{\"session\":7,\(json)}"
        )
      else {
        Issue.record("\(json) isn't decoded")
        continue
      }
      let fault = request.configuration.unknownValue
      #expect(fault?.parameter == parameter, "\(json)")
      #expect(fault?.found == found, "\(json)")
    }
  }

  private static let name = "a string of 1 to 128 bytes without control characters"
  private static let number = "an integer of 1 or more, below 2^53"
  private static let count = "an integer of 0 or more, below 2^53"
  private static let ttl = "a number from 0.1 to 86400"
  private static let pid = "an integer from 1 to 2147483647"
  private static let imagined =
    "name, zone, category, mode, options, routeSharingPolicy, priority, alertStyle, role or "
    + "preferences"
  private static let reference = "either session or leaseName"

  private static let wrong: [(String, String, String, String, ParameterFault.Found)] = [
    ("session.get", #"{"session":0}"#, "session", number, .json("0")),
    ("session.get", #"{"session":-1}"#, "session", number, .json("-1")),
    ("session.get", #"{"session":7.0}"#, "session", number, .json("7.0")),
    ("session.get", #"{"session":"7"}"#, "session", number, .json("\"7\"")),
    ("session.get", #"{"session":9007199254740992}"#, "session", number, .json("9007199254740992")),
    ("session.get", #"{"session":null}"#, "session", number, .json("null")),
    ("session.activate", #"{"session":7,"ifSeq":-1}"#, "ifSeq", count, .json("-1")),
    (
      "session.activate", #"{"session":7,"options":["mixWithOthers"]}"#, "options",
      "notifyOthersOnDeactivation",
      .json("\"mixWithOthers\"")
    ),
    (
      "session.activate", #"{"session":7,"options":"notifyOthersOnDeactivation"}"#, "options",
      "a list, each notifyOthersOnDeactivation",
      .json("\"notifyOthersOnDeactivation\"")
    ),
    ("session.report", #"{"session":7,"playing":1}"#, "playing", "true or false", .json("1")),
    ("session.renew", "{}", "session", reference, .nothing),
    ("session.close", #"{"session":7,"leaseName":"a"}"#, "session", reference, .words("both")),
    ("session.renew", #"{"session":7,"ttlSeconds":0.09}"#, "ttlSeconds", ttl, .json("0.09")),
    ("session.renew", #"{"session":7,"ttlSeconds":86400.1}"#, "ttlSeconds", ttl, .json("86400.1")),
    ("session.renew", #"{"session":7,"ttlSeconds":1e999}"#, "ttlSeconds", ttl, .json("1e999")),
    ("session.open", #"{"lease":{}}"#, "lease.leaseName", name, .nothing),
    (
      "session.open", #"{"lease":"radio"}"#, "lease", "an object of leaseName, ttlSeconds",
      .json("\"radio\"")
    ),
    (
      "session.open", #"{"lease":{"leaseName":"a","ttl":1}}"#, "lease.ttl",
      "leaseName or ttlSeconds",
      .unknownName
    ),
    (
      "session.open", #"{"name":1,"lease":{"ttl":1}}"#, "lease.ttl", "leaseName or ttlSeconds",
      .unknownName
    ),
    (
      "session.open", #"{"priority":"loud"}"#, "priority",
      "normal, assistant, alarm, ringtone or phoneCall",
      .json("\"loud\"")
    ),
    ("session.open", #"{"alertStyle":"x"}"#, "alertStyle", "fullScreen or banner", .json("\"x\"")),
    ("session.open", #"{"category":1}"#, "category", "a string", .json("1")),
    ("session.open", #"{"role":1}"#, "role", "a string, or null", .json("1")),
    ("session.open", #"{"zone":""}"#, "zone", "\(name), or null", .json("\"\"")),
    ("session.open", #"{"onBehalfOf":0}"#, "onBehalfOf", pid, .json("0")),
    ("session.open", #"{"onBehalfOf":2147483648}"#, "onBehalfOf", pid, .json("2147483648")),
    ("session.open", #"{"onBehalfOf":"1"}"#, "onBehalfOf", pid, .json("\"1\"")),
    (
      "session.open", #"{"onBehalfOf":7,"lease":{"leaseName":"a"}}"#, "onBehalfOf",
      "no process beside a lease, which belongs to a name and a user",
      .json("7")
    ),
    ("alert.request", #"{"zone":1}"#, "zone", "\(name), or null", .json("1")),
    ("hello", #"{"protocol":1,"application":null}"#, "application", name, .json("null")),
    (
      "policy.simulate", #"{"session":7,"action":"activate","application":"a"}"#, "application",
      "nothing of the kind beside a session that is there",
      .words("both")
    ),
    (
      "policy.simulate", #"{"session":7,"action":"activate","userUnit":"a"}"#, "userUnit",
      "nothing of the kind beside a session that is there",
      .words("both")
    ),
    (
      "policy.simulate", #"{"description":{},"action":"activate","groups":[4294967296]}"#, "groups",
      "an integer from 0 to 4294967295",
      .json("4294967296")
    ),
    (
      "policy.simulate", #"{"description":{"onBehalfOf":1},"action":"activate"}"#,
      "description.onBehalfOf",
      imagined,
      .unknownName
    ),
    ("session.open", #"{"options":[1]}"#, "options", "a string", .json("1")),
    ("session.open", #"{"options":{}}"#, "options", "a list, each a string", .words("an object")),
    (
      "session.open", #"{"preferences":{"isNowPlayingCandidate":1}}"#,
      "preferences.isNowPlayingCandidate", "true or false",
      .json("1")
    ),
    (
      "session.open", #"{"preferences":{"loud":true}}"#, "preferences.loud",
      "prefersNoInterruptionsFromSystemAlerts, prefersInterruptionOnRouteDisconnect, "
        + "allowHapticsAndSystemSoundsDuringRecording or isNowPlayingCandidate",
      .unknownName
    ),
    (
      "hello", #"{"protocol":1,"events":["lifecycle","all"]}"#, "events", "lifecycle",
      .json("\"all\"")
    ),
    (
      "hello", #"{"protocol":"1"}"#, "protocol",
      "1",
      .json("\"1\"")
    ),
    ("events.subscribe", #"{"scope":"some"}"#, "scope", "all or none", .json("\"some\"")),
    (
      "policy.simulate", #"{"action":"activate"}"#, "session", "either session or description",
      .nothing
    ),
    (
      "policy.simulate", #"{"session":7,"action":"close"}"#, "action", "activate or deactivate",
      .json("\"close\"")
    ),
    (
      "policy.simulate", #"{"description":{"lease":{"leaseName":"a"}},"action":"activate"}"#,
      "description.lease",
      imagined,
      .unknownName
    ),
    ("server.log", #"{"limit":0}"#, "limit", "an integer from 1 to 1024", .json("0")),
    ("server.log", #"{"limit":1025}"#, "limit", "an integer from 1 to 1024", .json("1025")),
    (
      "system.setRoute", #"{"inputs":[],"outputs":[{"name":"a","portID":"b","portType":""}]}"#,
      "outputs.portType", name,
      .json("\"\"")
    ),
    (
      "system.setRoute", #"{"inputs":[],"outputs":[7]}"#, "outputs",
      "an object of portType, name, portID",
      .json("7")
    ),
    (
      "system.setRoute", #"{"inputs":[],"outputs":[],"reason":"whim"}"#, "reason",
      "unknown, newDeviceAvailable, oldDeviceUnavailable, categoryChange, override, wakeFromSleep, "
        + "noSuitableRouteForCategory or routeConfigurationChange",
      .json("\"whim\"")
    ),
    (
      "system.setProcessSuspended", #"{"pid":0,"suspended":true}"#, "pid",
      "an integer from 1 to 2147483647",
      .json("0")
    ),
  ]

  @Test func `what is wrong is named, and what would be right`() {
    for (method, params, parameter, expected, found) in DecodingTests.wrong {
      let fault = ParameterFault(parameter, expected: expected, found: found)
      let error = RPCError.invalidParams(fault)
      #expect(decode(method, params) == .failure(error), "\(method) \(params)")
    }
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
        #expect(fault.parameter == path, "\(name)")
        let isNullable = path == "zone"
        let expected = DecodingTests.name + (isNullable ? ", or null" : "")
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
