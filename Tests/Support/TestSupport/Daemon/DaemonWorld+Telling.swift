import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// What came over the connections, in the scenarios' words.
extension DaemonWorld {
  /// Everything that anybody was told since the last step, in the order of the decisions.
  mutating func takeTold() throws(ProcessFault) -> [String] {
    var lines: [(seq: Int64, text: String)] = []
    for connection in cast.connections {
      for message in try connection.takeTold() {
        guard let text = try line(message) else {
          throw ProcessFault("told what no scenario knows: \(message.text)")
        }
        lines.append((message["params"]?["seq"]?.integer ?? 0, text))
      }
    }
    for message in try system.takeTold() { throw ProcessFault("unexpected: \(message.text)") }
    for message in try observer.takeTold() { try see(message) }
    guard lines.allSatisfy({ $0.seq <= seq }) else {
      throw ProcessFault("told of a decision that no observer has seen")
    }
    return lines.enumerated().sorted { ($0.1.seq, $0.0) < ($1.1.seq, $1.0) }.map(\.1.text)
  }

  /// Takes in a decision: numbers rise by one, and its rules are those that the scenario proves.
  mutating func see(_ message: JSONValue) throws(ProcessFault) {
    guard let params = message["params"], params["epoch"]?.string == epoch,
      let seq = params["seq"]?.integer, seq == self.seq + 1
    else { throw ProcessFault("after decision \(self.seq) of \(epoch) came \(message.text)") }
    self.seq = seq
    for rule in params["rules"]?.array ?? [] { note(rule.string ?? "") }
  }

  mutating func note(_ rule: String) {
    if let rule = Rule.allCases.first(where: { $0.name == rule }) { rules.insert(rule) }
  }

  /// A reply: `granted`, or `refused !pri by phone (R59 exclusive.phoneCall)`.
  mutating func line(_ reply: JSONValue) -> String {
    guard let error = reply["error"] else { return "granted" }
    let data = error["data"]
    let code = data?["fourCC"]?.string ?? error["code"]?.integer.map { String($0) } ?? "?"
    let by = data?["by"]?["session"]?.integer.map { " by \(cast.name($0))" } ?? ""
    guard let rule = data?["rule"]?.string else { return "refused \(code)\(by)" }
    note(rule)
    let cell = data?["cell"]?.string.map { " \($0)" } ?? ""
    return "refused \(code)\(by) (\(rule)\(cell))"
  }

  /// A notification; nil if it isn't about a session.
  mutating func line(_ message: JSONValue) throws(ProcessFault) -> String? {
    guard let method = message["method"]?.string, let params = message["params"],
      let number = params["session"]?.integer
    else { return nil }
    guard params["epoch"]?.string == epoch else {
      throw ProcessFault("another epoch: \(message.text)")
    }
    let name = cast.name(number)
    lastTold[name] = params["seq"]?.integer
    guard let what = what(method, params) else { return nil }
    return "\(name) \(what)"
  }

  private func what(_ method: String, _ params: JSONValue) -> String? {
    func word(_ key: String) -> String { params[key]?.string ?? "?" }
    switch method {
    case "session.closed": return "closed \(word("reason"))"
    case "session.didBecomeActive": return "became active"
    case "session.didBecomeInactive":
      let why = params["reason"]?.string.map { " \($0)" } ?? ""
      return "became inactive by \(word("source"))\(why)"
    case "session.interruption":
      return word("type") == "began" ? began(params) : ended(params)
    case "session.ducking": return ducking(params)
    case "session.resumptionRecommendation": return "recommendation \(word("recommendation"))"
    case "session.silenceSecondaryAudioHint": return "hint \(word("type"))"
    case "session.routeChange": return "route \(word("reason"))"
    case "session.muteChange":
      let muted = params["mutedByUser"]?.array?.compactMap(\.string) ?? ["?"]
      return muteWords(muted, params["wantsUnmute"] == true)
    case "session.hardwareChange": return "hardware"
    default: return nil
    }
  }

  private func began(_ params: JSONValue) -> String {
    let reason = params["reason"]?.string ?? "?"
    let by = params["by"]?["session"]?.integer.map { " by \(cast.name($0))" } ?? ""
    return "began\(reason == "default" ? "" : " \(reason)")\(by)"
  }

  private func ended(_ params: JSONValue) -> String {
    let options = params["options"]?.array?.compactMap(\.string) ?? ["?"]
    return (["ended"] + options).joined(separator: " ")
  }

  /// A ramp is left out where it is the built-in one: 300 ms down, 1 s up to full level.
  private func ducking(_ params: JSONValue) -> String {
    let gain = params["gain"]?.double ?? -1
    let what = gain == 1 ? "unducked" : "ducked \(gain.asGain)"
    switch params["rampMilliseconds"]?.integer {
    case 0: return "\(what) at once"
    case 300 where gain < 1, 1000 where gain == 1: return what
    case let ramp: return "\(what) over \(ramp ?? -1)ms"
    }
  }
}
