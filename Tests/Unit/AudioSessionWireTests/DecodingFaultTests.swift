import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import Testing

/// Which parameters aren't taken, and what is said of them.
struct DecodingFaultTests {
  @Test func `R4: what doesn't exist is told apart from what has the wrong form`() {
    let words: [(json: String, parameter: String, found: MemberFault.Found)] = [
      (#""category":"loud""#, "category", .json(#""loud""#)),
      (#""mode":"loud""#, "mode", .json(#""loud""#)),
      (#""routeSharingPolicy":"lo\u0075d""#, "routeSharingPolicy", .json(#""lo\u0075d""#)),
      (#""options":["loud"]"#, "options", .json(#""loud""#)),
      (#""options":["mixWithOthers","loud","soft"]"#, "options", .json(#""loud""#)),
      (#""category":"loud","mode":"soft""#, "category", .json(#""loud""#)),
      (
        "\"category\":\"\(String(repeating: "a", count: 126))\"", "category",
        .json("\"\(String(repeating: "a", count: 126))\"")
      ),
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
      #expect(fault?.place == parameter, "\(json)")
      #expect(fault?.found == found, "\(json)")
    }
  }

  static let name = "a string of 1 to 128 bytes without control characters"
  private static let number = "an integer of 1 or more, below 2^53"
  private static let count = "an integer of 0 or more, below 2^53"
  private static let ttl = "a number from 0.1 to 86400"
  private static let pid = "an integer from 1 to 2147483647"
  private static let imagined =
    "name, zone, category, mode, options, routeSharingPolicy, priority, alertStyle, role or "
    + "preferences"
  private static let reference = "either session or leaseName"

  private static let wrong: [(String, String, String, String, MemberFault.Found)] = [
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
    (
      "session.open", #"{"application":"a"}"#, "application",
      "onBehalfOf beside it; hello names the caller's own application",
      .json("\"a\"")
    ),
    ("alert.request", #"{"zone":1}"#, "zone", "\(name), or null", .json("1")),
    ("hello", #"{"protocol":1,"application":null}"#, "application", name, .json("null")),
    (
      "policy.simulate", #"{"session":7,"action":"activate","application":"a"}"#, "application",
      "either session or application",
      .words("both")
    ),
    (
      "policy.simulate", #"{"session":7,"action":"activate","userUnit":"a"}"#, "userUnit",
      "either session or userUnit",
      .words("both")
    ),
    (
      "policy.simulate", #"{"session":7,"action":"activate","allGrants":true}"#, "allGrants",
      "either session or allGrants",
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

  @Test func `wrong parameters: the error names the parameter, what was expected and found`() {
    for (method, params, parameter, expected, found) in DecodingFaultTests.wrong {
      let fault = MemberFault(parameter, expected: expected, found: found)
      let error = RPCError.invalidParams(fault)
      #expect(decode(method, params) == .failure(error), "\(method) \(params)")
    }
  }
}
