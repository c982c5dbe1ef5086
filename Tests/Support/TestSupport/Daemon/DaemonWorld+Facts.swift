import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

extension DaemonWorld {
  /// Who is pending isn't told over the socket, only how many are; who is lowered, only to enforcers.
  package static func sees(_ fact: String) -> Bool { !["pending", "lowered"].contains(fact) }

  /// All that can be seen of a session now, one fact an element; nil if it isn't open.
  package mutating func facts(of session: String) throws(ScenarioFault) -> Set<String>? {
    let number = try JSONValue.number(String(cast.number(session)))
    do throws(ProcessFault) {
      let reply = try system.call("session.get", ["session": number])
      guard let object = reply["result"] else {
        guard reply["error"]?["code"]?.integer == -32002 else { throw ProcessFault(reply.text) }
        return nil
      }
      var facts = configured(object)
      facts.formUnion(state(object))
      facts.formUnion(others(object))
      let counts = try system.granted("server.status")["counts"]
      if counts?["pending"]?.integer != 0 { note("R35") }
      let explanation = try system.granted("policy.explain", ["session": number])
      for reason in explanation["because"]?.array ?? [] {
        facts.insert(explained(reason))
        if reason["effect"] == "offered" { facts.insert("offered") }
        note(reason["rule"]?.string ?? "")
      }
      return facts
    } catch {
      throw ScenarioFault("\(error)")
    }
  }

  private func configured(_ object: JSONValue) -> Set<String> {
    func word(_ key: String) -> String { object[key]?.string ?? "?" }
    let options = object["options"]?.array?.compactMap(\.string) ?? []
    let preferences = object["preferences"]?.members?.filter { $0.value == true }.map(\.name) ?? []
    func muted(_ key: String) -> [String] { object[key]?.array?.compactMap(\.string) ?? [] }
    let mutes =
      muted("mutedByProgram").map { "\($0) muted" }
      + muted("mutedByUser").map { "\($0) muted by its user" }
    let ports =
      (object["preferredInput"]?.string.map { ["prefers input \($0)"] } ?? [])
      + (object["outputOverride"] == "speaker" ? ["output overridden"] : [])
    let words = [
      word("category"), "mode \(word("mode"))", "policy \(word("routeSharingPolicy"))",
      word("priority"), word("alertStyle"),
    ]
    let names = ["role", "kind", "zone", "application"].compactMap { key in
      object[key]?.string.map { "\(key) \($0)" }
    }
    return Set(words + options + preferences + names + mutes + ports)
  }

  private mutating func state(_ object: JSONValue) -> Set<String> {
    func holds(_ key: String) -> Bool { object[key] == true }
    let gain = object["gain"]?.double ?? -1
    let prompt = object["promptStyle"]?.string ?? "?"
    if prompt != "normal" { note("R51") }
    if object["zone"]?.string != nil { note("R63") }
    var facts: Set<String> = [
      object["state"]?.string ?? "?", "gain \(gain.asGain)",
      holds("playing") ? "playing" : "silent", holds("foreground") ? "foreground" : "background",
      holds("isOtherAudioPlaying") ? "hearing others" : "hearing nobody", "prompt \(prompt)",
      "activation \(object["activation"]?.integer ?? -1)",
    ]
    if holds("recording") { facts.insert("recording") }
    if holds("secondaryAudioShouldBeSilencedHint") { facts.insert("hinted") }
    if holds("nowPlaying") { facts.insert("now playing") }
    if object["lease"] != .null, object["pid"] == .null { facts.insert("orphaned") }
    if let reason = object["interruptionReason"]?.string {
      facts.insert("interrupted as \(reason)")
    }
    return facts
  }

  private func others(_ object: JSONValue) -> Set<String> {
    func names(_ key: String) -> String {
      let numbers = object[key]?.array?.compactMap(\.integer).sorted() ?? []
      return numbers.isEmpty ? "nobody" : numbers.map { cast.name($0) }.joined(separator: " ")
    }
    return ["blocked by \(names("interruptedBy"))", "ducked by \(names("duckedBy"))"]
  }

  /// `waiting by film under R28`.
  private func explained(_ reason: JSONValue) -> String {
    let by = reason["by"]?["session"]?.integer.map { " by \(cast.name($0))" } ?? ""
    let cell = reason["cell"]?.string.map { " \($0)" } ?? ""
    return "\(reason["effect"]?.string ?? "?")\(by) under \(reason["rule"]?.string ?? "?")\(cell)"
  }
}
