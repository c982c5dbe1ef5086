import Arbitration
import AudioSessionTypes

/// A scenario's policy, as far as the core and the judgement of limits need it.
struct CorePolicy {
  var policy = Policy()
  var sessionsPerConnection = 16
  var sessionsPerUser = 1024

  init(_ settings: [PolicySetting]) throws(ScenarioFault) {
    for setting in settings { try set(setting.key, setting.value) }
  }

  private mutating func set(_ key: String, _ value: String) throws(ScenarioFault) {
    switch key {
    case "DuckGain": policy.duckGain = try number(value)
    case "StrongDuckGain": policy.strongDuckGain = try number(value)
    case "DuckRamp": policy.duckRamp = try Duration(text: value)
    case "UnduckRamp": policy.unduckRamp = try Duration(text: value)
    case "ResumeOffer": policy.resumeOffer = try Duration(text: value)
    case "EndedOnSilentDeactivation": policy.endedOnSilentDeactivation = try isYes(value)
    case "PlaybackDuringPhoneCall": policy.playbackDuringPhoneCall = try isYes(value)
    case "InterruptOnSleep": policy.interruptOnSleep = try isYes(value)
    case "SessionsPerConnection": sessionsPerConnection = Int(try number(value))
    case "SessionsPerUser": sessionsPerUser = Int(try number(value))
    default: policy.interactions[try cell(key)] = try outcome(value)
    }
  }

  private func number(_ value: String) throws(ScenarioFault) -> Double {
    guard let number = Double(value) else { throw ScenarioFault("'\(value)' is no number") }
    return number
  }

  private func isYes(_ value: String) throws(ScenarioFault) -> Bool {
    guard value == "yes" || value == "no" else { throw ScenarioFault("expected yes or no") }
    return value == "yes"
  }

  private func cell(_ key: String) throws(ScenarioFault) -> Cell {
    let kinds = key.split(separator: ".").compactMap { Kind(name: $0) }
    guard kinds.count == 2 else { throw ScenarioFault("'\(key)' is no key and no cell") }
    return Cell(kinds[0], kinds[1])
  }

  private func outcome(_ value: String) throws(ScenarioFault) -> Outcome {
    guard let outcome = Outcome(rawValue: value) else {
      throw ScenarioFault("'\(value)' is no outcome")
    }
    return outcome
  }
}
