import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionTypes
import Foundation

/// A scenario's policy, as far as the core and the judgement of limits need it.
struct CorePolicy {
  var policy = Policy()
  var sessionsPerConnection = 16
  var sessionsPerUser = 1024
  /// `[Zones] Default=user`: the zone of a session that names none is its user's (R63).
  var zonesAreUsers = false
  /// The names of the grants that `[Grant …] Users=` gives to users.
  private var granted: [UInt32: [String]] = [:]

  init(_ settings: [PolicySetting]) throws(ScenarioFault) {
    let settings = try settings.withProfile
    // A role may be named before its section comes.
    for setting in settings {
      guard let name = setting.section?.without(prefix: "Role ") else { continue }
      try setRole(String(name), setting)
    }
    for setting in settings where setting.section?.hasPrefix("Role ") != true {
      if let grant = setting.section?.without(prefix: "Grant ") {
        for user in setting.value.split(separator: " ").compactMap({ UInt32($0) }) {
          granted[user, default: []].append(String(grant))
        }
      } else {
        try set(setting.key, setting.value)
      }
    }
  }

  private mutating func setRole(
    _ name: String,
    _ setting: PolicySetting
  ) throws(ScenarioFault) {
    if setting.key == "DuckWithinApplication", policy.roles.last?.name == name {
      policy.roles[policy.roles.count - 1].ducksWithinApplication = try isYes(setting.value)
      return
    }
    guard setting.key == "Like", let like = Kind(name: setting.value) else {
      throw ScenarioFault("expected Like= and a kind in [Role \(name)]")
    }
    policy.roles.append(Policy.Role(name, like: like))
  }

  /// The grants of these names and of the user; those of roles that aren't in force are none.
  func grants(_ names: [String], of user: UserID) -> Grants {
    (names + granted[user.number, default: []]).reduce(Grants.none) { grants, name in
      if let priority = Priority(rawValue: name) { return grants.union(Grants(priority)) }
      if name == "accessibility" { return grants.union(.accessibility) }
      guard let place = policy.roles.firstIndex(where: { $0.name == name }) else { return grants }
      return grants.union(Grants(role: place))
    }
  }

  /// Whether there is a grant of the name: a priority's, or a role's that has one.
  func hasGrant(_ name: String) -> Bool {
    if let priority = Priority(rawValue: name) { return priority != .normal }
    if name == "accessibility" { return policy.accessibilityGrant }
    return policy.roles.contains { $0.name == name && $0.like.priority != .normal }
  }

  private mutating func set(_ key: String, _ value: String) throws(ScenarioFault) {
    switch key {
    case "DuckGain": policy.duckGain = try gain(value)
    case "StrongDuckGain": policy.strongDuckGain = try gain(value)
    case "DuckRamp": policy.duckRamp = try Duration(text: value)
    case "UnduckRamp": policy.unduckRamp = try Duration(text: value)
    case "ResumeOffer": policy.resumeOffer = value == "infinity" ? nil : try Duration(text: value)
    case "SessionsPerConnection": sessionsPerConnection = Int(try number(value))
    case "SessionsPerUser": sessionsPerUser = Int(try number(value))
    case "Default": zonesAreUsers = value == "user"
    case let name where flags[name] != nil: try flags[name]?.set(isYes(value), in: &policy)
    default: policy.overrides.append(try interaction(key, value))
    }
  }

  /// The keys that are yes or no.
  private var flags: [String: Property<Policy, Bool>] {
    var flags: [String: Property<Policy, Bool>] = [:]
    for key in PolicyKey.all {
      if case .flag(let place) = key.value { flags[key.key] = place }
    }
    return flags
  }

  private func number(_ value: String) throws(ScenarioFault) -> Double {
    guard let number = Double(value) else { throw ScenarioFault("'\(value)' is no number") }
    return number
  }

  /// `0.5` or `-6dB`.
  private func gain(_ value: String) throws(ScenarioFault) -> Double {
    guard let decibels = value.without(suffix: "dB") else { return try number(value) }
    return pow(10, try number(String(decibels)) / 20)
  }

  private func isYes(_ value: String) throws(ScenarioFault) -> Bool {
    guard value == "yes" || value == "no" else { throw ScenarioFault("expected yes or no") }
    return value == "yes"
  }

  /// `ducking.phoneCall=duckNewcomer -6dB`, `*.alarm=mix`.
  private func interaction(
    _ key: String,
    _ value: String
  ) throws(ScenarioFault) -> Policy.Override {
    let names = key.split(separator: ".")
    let words = value.split(separator: " ")
    guard names.count == 2, names.allSatisfy({ $0 == "*" || policy.place(of: $0) != nil }) else {
      throw ScenarioFault("'\(key)' is no key and no cell")
    }
    guard let word = words.first, words.count <= 2, let outcome = Outcome(rawValue: String(word))
    else { throw ScenarioFault("'\(value)' is no outcome") }
    return Policy.Override(
      policy.place(of: names[0]),
      policy.place(of: names[1]),
      outcome,
      gain: words.count > 1 ? try gain(String(words[1])) : nil
    )
  }
}
