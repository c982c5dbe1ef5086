import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionTypes
import ReferenceRules

/// Policies, each made of the one before it.
extension EventGenerator {
  private static let roleNames = ["emergency", "game", "jingle", "hotline", "reader", "studio"]

  mutating func policy(after old: Policy) -> Policy {
    var policy = Policy()
    policy.roles = roles(after: old.roles)
    if variesTable { policy.overrides = overrides(policy.roles.count) }
    if chance(0.3) { return policy }
    policy.duckGain = pick([0, 0.01, 0.5, 1], 1)
    policy.strongDuckGain = pick([0, 0.0178, 0.6, 1], 1)
    let offers: [Duration?] = [.zero, .milliseconds(500), .seconds(2), .seconds(60), nil]
    policy.resumeOffer = pick(offers, nil)
    policy.endedOnSilentDeactivation = chance(0.5)
    policy.playbackDuringPhoneCall = chance(0.5)
    policy.interruptOnSleep = chance(0.6)
    let flags = PolicyKey.all.compactMap { key in
      if case .flag(let place) = key.value { place } else { nil }
    }
    // Few at a time, so that each is seen beside the ordinary rules.
    for flag in flags where chance(variety) { flag.set(!flag.value(of: policy), in: &policy) }
    return policy
  }

  /// Some go, some are like another kind, some come, and their order is another.
  private mutating func roles(after old: [Policy.Role]) -> [Policy.Role] {
    if chance(0.2) { return [] }
    var roles = old.filter { _ in chance(0.8) }
    for index in roles.indices where chance(0.3) { roles[index].like = like() }
    let free = EventGenerator.roleNames.filter { name in !roles.contains { $0.name == name } }
    for name in free where chance(0.3) {
      roles.append(Policy.Role(name, like: like(), ducksWithinApplication: chance(0.2)))
    }
    return roles.shuffled(using: &generator)
  }

  /// Half are like one above normal.
  private mutating func like() -> Kind {
    pick(chance(0.5) ? [.assistant, .alarm, .ringtone, .phoneCall] : Kind.builtIn, .exclusive)
  }

  /// Lines of the pair table, some with wildcards, some with depths, most about a few kinds.
  private mutating func overrides(_ roles: Int) -> [Policy.Override] {
    if chance(0.4) { return [] }
    let all = Array(0..<Kind.builtInCount + roles)
    let few = Array(all.shuffled(using: &generator).prefix(3)) + [Int(Kind.phoneCall.rawValue)]
    return (0..<Int.random(in: 0...20, using: &generator)).map { _ in
      let halves = (0..<2).map { _ in chance(0.1) ? nil : pick(chance(0.5) ? few : all, 0) }
      let outcome = pick(Outcome.allCases, .mix)
      let isDucking = [.duck, .askToDuck, .duckNewcomer].contains(outcome)
      let gain = isDucking && chance(0.5) ? pick([0, 0.1, 0.4, 0.7, 1], 1) : nil
      return Policy.Override(halves[0], halves[1], outcome, gain: gain)
    }
  }
}
