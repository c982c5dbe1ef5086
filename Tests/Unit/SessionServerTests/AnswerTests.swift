import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// What the answers say, beyond whether they grant or refuse.
@Suite(.serialized)
struct AnswerTests {
  @Test func `a wrong value is named: its parameter, what was expected, and what was found`() throws
  {
    let client = try ServerWorld().connect()
    _ = try ask(client, "session.open", #"{"name":"music"}"#)
    let rows: [(method: String, params: String, code: Int64, data: JSONValue)] = [
      (
        "session.open", #"{"category":"plaback"}"#, -50,
        fault("category", Self.categories, "plaback")
      ),
      (
        "session.configure", #"{"session":1,"options":["duckOthers","foo"]}"#, -50,
        fault("options", Self.options, "foo")
      ),
      (
        "session.configure", #"{"session":1,"category":"playback","mode":"voiceChat"}"#, -50,
        fault("category", "playAndRecord with mode voiceChat", "playback")
      ),
      (
        "session.configure", #"{"session":1,"options":["mixWithOthers"]}"#, -50,
        fault(
          "options",
          "nothing but allowAirPlay or allowBluetoothA2DP in soloAmbient, mode default",
          "mixWithOthers"
        )
      ),
      (
        "session.configure", #"{"session":1,"routeSharingPolicy":"independent"}"#, -50,
        fault("routeSharingPolicy", "default, longFormAudio or longFormVideo", "independent")
      ),
      ("session.renew", #"{"session":1}"#, -50, fault("session", "a session that is a lease", 1)),
      ("session.get", #"{"session":"1"}"#, -32602, fault("session", Self.number, "1")),
      ("session.get", #"{"sesion":1}"#, -32602, fault("sesion", "session", "sesion")),
      ("session.get", "{}", -32602, fault("session", Self.number, .null)),
      ("session.get", "[1]", -32602, fault("params", "an object", "a list")),
    ]
    for (method, params, code, data) in rows {
      let error = try ask(client, method, params)["error"] ?? [:]
      #expect(error["code"]?.integer == code, "\(params)")
      let names = ["parameter", "expected", "found"]
      #expect(names.map { error["data"]?[$0] } == names.map { data[$0] }, "\(params)")
    }
  }

  @Test func `the sentence of an error has what was expected and what was found`() throws {
    let client = try ServerWorld("[Grant phoneCall]\nUsers=\n").connect()
    _ = try ask(client, "session.open", #"{"name":"music"}"#)
    let rows: [(method: String, params: String, message: String)] = [
      (
        "session.open", #"{"category":"plaback"}"#,
        "The parameter \"category\" is wrong: expected \(Self.categories), found \"plaback\"."
      ),
      (
        "session.get", #"{"session":0}"#,
        "The parameter \"session\" is wrong: expected \(Self.number), found 0."
      ),
      (
        "session.get", "{}",
        "The parameter \"session\" is missing: expected \(Self.number)."
      ),
      (
        "session.get", #"{"sesion":1}"#,
        "There is no parameter \"sesion\": expected session."
      ),
      (
        "session.open", #"{"priority":"phoneCall"}"#,
        "The priority phoneCall requires a grant that this process lacks: "
          + "[Grant phoneCall] in audiosessiond.conf assigns it."
      ),
      (
        "session.get", #"{"session":99}"#, "There is no session 99: expected one that is open."
      ),
    ]
    for (method, params, message) in rows {
      let error = try ask(client, method, params)["error"] ?? [:]
      #expect(error["message"]?.string == message)
    }
  }

  @Test func `R4: a simulation says what is wrong, as the request itself would`() throws {
    let client = try ServerWorld().connect()
    let described = #"{"category":"playback","mode":"voiceChat"}"#
    let reply = try ask(
      client,
      "policy.simulate",
      #"{"description":\#(described),"action":"activate"}"#
    )
    let simulated = reply["result"]?["reply"]?["error"]
    #expect(simulated != nil)
    #expect(try ask(client, "session.open", described)["error"] == simulated)
    let unknown = try ask(
      client,
      "policy.simulate",
      #"{"description":{"mode":"loud"},"action":"activate"}"#
    )
    let found = unknown["result"]?["reply"]?["error"]?["data"]?["found"]
    #expect(found == "loud")
  }

  @Test func `a lease's name stands wherever a session's number may be operated on`() throws {
    let world = try ServerWorld()
    let client = try world.connect()
    _ = try ask(client, "session.open", #"{"category":"playback","lease":{"leaseName":"radio"}}"#)
    let other = try world.connect()
    let radio = #"{"leaseName":"radio"}"#
    let states = try ["session.activate", "session.deactivate", "session.renew"].map { method in
      try ask(other, method, radio)["result"]?["state"]
    }
    #expect(states == ["active", "inactive", "inactive"])
    _ = try ask(other, "session.activate", radio)
    let playing = try ask(other, "session.report", #"{"leaseName":"radio","playing":true}"#)
    #expect(playing["result"]?["playing"] == true)
    let both = try ask(other, "session.activate", #"{"leaseName":"radio","session":1}"#)
    #expect(both["error"]?["data"]?["expected"] == "either session or leaseName")
    let missing = try ask(other, "session.activate", #"{"leaseName":"tv"}"#)
    #expect(missing["error"]?["code"] == -32002)
    #expect(try ask(other, "session.close", radio)["result"] == [:])
  }

  @Test func `R55: the log names the sessions that ended, as server.decision does`() throws {
    let client = try ServerWorld().connect()
    _ = try ask(client, "events.subscribe", #"{"scope":"all"}"#)
    for _ in 1...2 { _ = try ask(client, "session.open", #"{"category":"playback"}"#) }
    _ = try ask(client, "session.activate", #"{"session":2}"#)
    _ = try ask(client, "session.close", #"{"session":1}"#)
    try client.send(request(0, "session.evict", #"{"session":2}"#))
    let told = try client.lines().map { try JSONValue(parsing: Array($0.utf8).span) }
      .filter { $0["method"] == "server.decision" }.suffix(2)
    let log = try ask(client, "server.log", "{}")["result"]?["decisions"]?.array ?? []
    #expect(log.compactMap { $0["closed"] } == [[], [], [], [], [1], [2]])
    #expect(log.suffix(1).map { $0["closed"] } == told.suffix(1).map { $0["params"]?["closed"] })
  }

  @Test func `a session in the way is called by its name, and a lease by its`() throws {
    let world = try ServerWorld()
    let client = try world.connect()
    _ = try ask(client, "session.open", #"{"category":"playback","name":"music"}"#)
    let call =
      #"{"category":"playAndRecord","priority":"phoneCall","lease":{"leaseName":"phone"}}"#
    _ = try ask(client, "session.open", call)
    _ = try ask(client, "session.activate", #"{"session":2}"#)
    let alarm = #"{"category":"record"}"#
    let refused = try ask(
      client,
      "policy.simulate",
      #"{"description":\#(alarm),"action":"activate"}"#
    )
    let error = refused["result"]?["reply"]?["error"]
    #expect(error?["message"]?.string?.contains("priority: phone (session 2)") == true)
    #expect(error?["data"]?["by"]?["name"] == .null)
    let memo = #"{"category":"record","lease":{"leaseName":"memo"}}"#
    let other = try ServerWorld().connect()
    _ = try ask(other, "session.open", memo)
    _ = try ask(other, "session.activate", #"{"session":1}"#)
    _ = try ask(other, "session.report", #"{"session":1,"recording":true}"#)
    _ = try ask(other, "system.setMicrophoneMuted", #"{"muted":true}"#)
    let text = try ask(other, "policy.explain", #"{"session":1}"#)["result"]?["text"]
    #expect(text == ["memo (session 1) is interrupted because the microphone is muted (R43)."])
  }

  @Test func `policy.get has the grants in force, the files, and what each of them set`() throws {
    let world = try ServerWorld(
      "[Policy]\nDuckGain=0.3\n[Grant alarm]\nUsers=\nUsers=7 3\nGroups=4\nUnits=a.service\n"
        + "UserUnits=b.service\n"
    )
    let reply = try ask(world.connect(), "policy.get", "{}")["result"] ?? [:]
    #expect(
      reply["grants"]?["alarm"] == [
        "users": [3, 7], "groups": [4], "units": ["a.service"], "userUnits": ["b.service"],
      ]
    )
    #expect(reply["grants"]?["admin"]?["users"] != [])
    let file = try #require(reply["files"]?.array?.first?.string)
    #expect(file.hasSuffix("/conf"))
    let setBy: JSONValue = [
      "Grant alarm.Groups": .string("\(file):6"), "Grant alarm.Units": .string("\(file):7"),
      "Grant alarm.UserUnits": .string("\(file):8"), "Grant alarm.Users": .string("\(file):5"),
      "Policy.DuckGain": .string("\(file):2"),
    ]
    #expect(reply["setBy"] == setBy)
  }

  /// What a request is answered with, whatever notifications come before and after.
  private func ask(_ client: WorldClient, _ method: String, _ params: String) throws -> JSONValue {
    try client.send(request(77, method, params))
    let messages = try client.lines().map { try JSONValue(parsing: Array($0.utf8).span) }
    return try #require(messages.first { $0["id"] == 77 })
  }

  private func fault(_ parameter: String, _ expected: String, _ found: JSONValue) -> JSONValue {
    ["parameter": .string(parameter), "expected": .string(expected), "found": found]
  }

  private static let categories =
    "ambient, soloAmbient, playback, record, playAndRecord or multiRoute"
  private static let options =
    "allowAirPlay, allowBluetoothA2DP, allowBluetoothHFP, bluetoothHighQualityRecording, "
    + "defaultToSpeaker, duckOthers, farFieldInput, interruptSpokenAudioAndMixWithOthers, "
    + "mixWithOthers, overrideMutedMicrophoneInterruption or allowBluetooth"
  private static let number = "an integer of 1 or more, below 2^53"
}
