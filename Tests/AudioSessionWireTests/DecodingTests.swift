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
    return configuration
  }()

  private static let configured =
    #""category":"playback","mode":"spokenAudio","options":["duckOthers","allowBluetooth","#
    + #""duckOthers"],"routeSharingPolicy":"default","priority":"alarm","alertStyle":"banner","#
    + #""preferences":{"isNowPlayingCandidate":true,"prefersInterruptionOnRouteDisconnect":false}"#

  private static let speaker = Port(portType: "Speaker", name: "Laptop", portID: "0")
  private static let notify = #""options":["notifyOthersOnDeactivation"]"#

  private static let requests: [(String, String, Request)] = [
    ("hello", #"{"protocol":1}"#, .hello(Hello())),
    (
      "hello", #"{"protocol":1,"name":"a","epoch":"","events":["lifecycle"]}"#,
      .hello(Hello(name: "a", epoch: "", wantsLifecycle: true))
    ),
    ("hello", #"{"protocol":1,"events":[]}"#, .hello(Hello())),
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
      .sessionActivate(SessionActivate(session: 9_007_199_254_740_991))
    ),
    (
      "session.activate", #"{"session":7,"ifSeq":0,\#(notify)}"#,
      .sessionActivate(SessionActivate(session: 7, ifSeq: 0, notifyOthers: true))
    ),
    (
      "session.deactivate", #"{"session":7,"options":[]}"#,
      .sessionDeactivate(SessionDeactivate(session: 7))
    ),
    (
      "session.deactivate", #"{"session":7,\#(notify)}"#,
      .sessionDeactivate(SessionDeactivate(session: 7, notifyOthers: true))
    ),
    (
      "session.report", #"{"session":7,"playing":true,"foreground":false}"#,
      .sessionReport(SessionReport(session: 7, playing: true, foreground: false))
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
    let words = [
      #""category":"loud""#, #""mode":"loud""#, #""routeSharingPolicy":"loud""#,
      #""options":["loud"]"#,
      #""options":["mixWithOthers","loud"]"#,
      #""category":"\u0000a very long one that nobody has""#,
    ]
    for word in words {
      guard
        case .success(.sessionConfigure(let request)) = decode(
          "session.configure",
          "{\"session\":7,\(word)}"
        )
      else {
        Issue.record("\(word) isn't decoded")
        continue
      }
      #expect(request.configuration.namesUnknownValue, "\(word)")
    }
  }

  private static let name = "a string of 1 to 128 bytes without control characters"
  private static let number = "an integer of 1 or more, below 2^53"
  private static let count = "an integer of 0 or more, below 2^53"
  private static let ttl = "a number from 0.1 to 86400"
  private static let reference = "either session or leaseName"

  private static let wrong: [(String, String, String, String)] = [
    ("session.get", #"{"session":0}"#, "session", number),
    ("session.get", #"{"session":-1}"#, "session", number),
    ("session.get", #"{"session":7.0}"#, "session", number),
    ("session.get", #"{"session":"7"}"#, "session", number),
    ("session.get", #"{"session":9007199254740992}"#, "session", number),
    ("session.get", #"{"session":null}"#, "session", number),
    ("session.activate", #"{"session":7,"ifSeq":-1}"#, "ifSeq", count),
    (
      "session.activate", #"{"session":7,"options":["mixWithOthers"]}"#, "options",
      "notifyOthersOnDeactivation"
    ),
    (
      "session.activate", #"{"session":7,"options":"notifyOthersOnDeactivation"}"#, "options",
      "a list, each notifyOthersOnDeactivation"
    ),
    ("session.report", #"{"session":7,"playing":1}"#, "playing", "true or false"),
    ("session.renew", "{}", "session", reference),
    ("session.close", #"{"session":7,"leaseName":"a"}"#, "session", reference),
    ("session.renew", #"{"session":7,"ttlSeconds":0.09}"#, "ttlSeconds", ttl),
    ("session.renew", #"{"session":7,"ttlSeconds":86400.1}"#, "ttlSeconds", ttl),
    ("session.renew", #"{"session":7,"ttlSeconds":1e999}"#, "ttlSeconds", ttl),
    ("session.open", #"{"lease":{}}"#, "lease.leaseName", name + ", and it is missing"),
    ("session.open", #"{"lease":"radio"}"#, "lease", "an object of leaseName, ttlSeconds"),
    (
      "session.open", #"{"lease":{"leaseName":"a","ttl":1}}"#, "lease.ttl",
      "leaseName or ttlSeconds"
    ),
    ("session.open", #"{"name":1,"lease":{"ttl":1}}"#, "lease.ttl", "leaseName or ttlSeconds"),
    (
      "session.open", #"{"priority":"loud"}"#, "priority",
      "normal, assistant, alarm, ringtone or phoneCall"
    ),
    ("session.open", #"{"alertStyle":"x"}"#, "alertStyle", "fullScreen or banner"),
    ("session.open", #"{"category":1}"#, "category", "a string"),
    ("session.open", #"{"options":[1]}"#, "options", "a string"),
    ("session.open", #"{"options":{}}"#, "options", "a list, each a string"),
    (
      "session.open", #"{"preferences":{"isNowPlayingCandidate":1}}"#,
      "preferences.isNowPlayingCandidate", "true or false"
    ),
    (
      "session.open", #"{"preferences":{"loud":true}}"#, "preferences.loud",
      "prefersNoInterruptionsFromSystemAlerts, prefersInterruptionOnRouteDisconnect, "
        + "allowHapticsAndSystemSoundsDuringRecording or isNowPlayingCandidate"
    ),
    ("hello", #"{"protocol":1,"events":["lifecycle","all"]}"#, "events", "lifecycle"),
    (
      "hello", #"{"protocol":"1"}"#, "protocol",
      "1"
    ),
    ("events.subscribe", #"{"scope":"some"}"#, "scope", "all or none"),
    ("policy.simulate", #"{"action":"activate"}"#, "session", "either session or description"),
    ("policy.simulate", #"{"session":7,"action":"close"}"#, "action", "activate or deactivate"),
    (
      "policy.simulate", #"{"description":{"lease":{"leaseName":"a"}},"action":"activate"}"#,
      "description.lease",
      "name, category, mode, options, routeSharingPolicy, priority, alertStyle or preferences"
    ),
    ("server.log", #"{"limit":0}"#, "limit", "an integer from 1 to 1024"),
    ("server.log", #"{"limit":1025}"#, "limit", "an integer from 1 to 1024"),
    (
      "system.setRoute", #"{"inputs":[],"outputs":[{"name":"a","portID":"b","portType":""}]}"#,
      "outputs.portType", name
    ),
    (
      "system.setRoute", #"{"inputs":[],"outputs":[7]}"#, "outputs",
      "an object of portType, name, portID"
    ),
    (
      "system.setRoute", #"{"inputs":[],"outputs":[],"reason":"whim"}"#, "reason",
      "unknown, newDeviceAvailable, oldDeviceUnavailable, categoryChange, override, wakeFromSleep, "
        + "noSuitableRouteForCategory or routeConfigurationChange"
    ),
    (
      "system.setProcessSuspended", #"{"pid":0,"suspended":true}"#, "pid",
      "an integer from 1 to 2147483647"
    ),
  ]

  @Test func `what is wrong is named, and what would be right`() {
    for (method, params, parameter, expected) in DecodingTests.wrong {
      let error = RPCError.invalidParams(parameter: parameter, expected: expected)
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
      let error = RPCError.invalidParams(parameter: path, expected: DecodingTests.name)
      for name in refused {
        #expect(decode(method, before + name + after) == .failure(error), "\(name)")
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
