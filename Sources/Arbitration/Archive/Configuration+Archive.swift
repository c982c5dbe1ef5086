package import AudioSessionSchema
package import AudioSessionTypes

extension Configuration: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Configuration?,
    of archive: inout A
  ) throws(A.Fault) -> Configuration {
    var it = Configuration()
    it.category = try archive.member("category", value?.category)
    it.mode = try archive.member("mode", value?.mode, usually: .default)
    it.options = try archive.member("options", value?.options, usually: [])
    it.routeSharingPolicy =
      try archive.member("routeSharingPolicy", value?.routeSharingPolicy, usually: .default)
    it.ownPriority = try archive.member("priority", value?.ownPriority, usually: .normal)
    it.alertStyle = try archive.member("alertStyle", value?.alertStyle, usually: .fullScreen)
    it.preferences = try archive.member("preferences", value?.preferences, usually: .initial)
    it.role = try archive.optional("role", value?.role)
    return it
  }
}

extension SessionRole: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: SessionRole?,
    of archive: inout A
  ) throws(A.Fault) -> SessionRole {
    var it = SessionRole(
      try archive.member("kind", value?.kind),
      like: try archive.member("like", value?.like)
    )
    guard it.like.builtInName != nil else { throw archive.fault("like: a built-in kind") }
    it.isOutdated = try archive.member("outdated", value?.isOutdated, usually: false)
    return it
  }
}

extension ConfigurationChange: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: ConfigurationChange?,
    of archive: inout A
  ) throws(A.Fault) -> ConfigurationChange {
    var it = ConfigurationChange()
    it.category = try archive.optional("category", value?.category)
    it.mode = try archive.optional("mode", value?.mode)
    it.options = try archive.optional("options", value?.options)
    it.routeSharingPolicy =
      try archive.optional("routeSharingPolicy", value?.routeSharingPolicy)
    it.priority = try archive.optional("priority", value?.priority)
    it.alertStyle = try archive.optional("alertStyle", value?.alertStyle)
    it.preferencesSet = try archive.member("set", value?.preferencesSet, usually: [])
    it.preferencesCleared = try archive.member("cleared", value?.preferencesCleared, usually: [])
    it.role = try archive.optional("role", value?.role)
    it.namesUnknownValue =
      try archive.member("unknownValue", value?.namesUnknownValue, usually: false)
    return it
  }
}

/// The kind, or nothing for no role.
extension ConfigurationChange.Role: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: ConfigurationChange.Role?,
    of archive: inout A
  ) throws(A.Fault) -> ConfigurationChange.Role {
    var kind: Kind?
    if case .named(let named) = value { kind = named }
    return try archive.optional("kind", kind).map { .named($0) } ?? .none
  }
}

extension Report: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Report?,
    of archive: inout A
  ) throws(A.Fault) -> Report {
    Report(
      playing: try archive.optional("playing", value?.playing),
      recording: try archive.optional("recording", value?.recording),
      foreground: try archive.optional("foreground", value?.foreground),
      inputMuted: try archive.optional("inputMuted", value?.inputMuted),
      outputMuted: try archive.optional("outputMuted", value?.outputMuted),
      preferredInput: try archive.optional("preferredInput", value?.preferredInput),
      overridesOutput: try archive.optional("overridesOutput", value?.overridesOutput)
    )
  }
}

extension Policy: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Policy?,
    of archive: inout A
  ) throws(A.Fault) -> Policy {
    var it = Policy()
    for key in PolicyKey.all {
      switch key.value {
      case .gain(let at):
        let gain = value.map { ArchivedGain(gain: at.value(of: $0)) }
        at.set(try archive.member(named: key.property, gain).gain, in: &it)
      case .time(let at, _):
        let property = value.map { at.value(of: $0) }
        at.set(try archive.member(named: key.property, property), in: &it)
      case .timeLimit(let at, _):
        let property = value.flatMap { at.value(of: $0) }
        at.set(try archive.optional(named: key.property, property), in: &it)
      case .flag(let at) where key.isLeftOutWhenUsual:
        let usual = at.value(of: it)
        let property = value.map { at.value(of: $0) }
        let read = try archive.optional(named: key.property, property == usual ? nil : property)
        at.set(read ?? usual, in: &it)
      case .flag(let at):
        let property = value.map { at.value(of: $0) }
        at.set(try archive.member(named: key.property, property), in: &it)
      }
    }
    it.roles = try archive.list("roles", value?.roles)
    it.overrides = try archive.list("overrides", value?.overrides)
    let count = it.kindNames.count
    guard it.roles.count <= Policy.maximumRoles,
      it.overrides.allSatisfy({ max($0.newcomer ?? 0, $0.current ?? 0) < count })
    else { throw archive.fault("at most \(Policy.maximumRoles) roles, and lines about them") }
    return it
  }
}

extension Policy.Role: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Policy.Role?,
    of archive: inout A
  ) throws(A.Fault) -> Policy.Role {
    let name = try archive.member("name", value?.name)
    let word = try archive.member("like", value.flatMap { $0.like.builtInName })
    let ducksWithin = try archive.member(
      "ducksWithinApplication",
      value?.ducksWithinApplication,
      usually: false
    )
    if let value { return value }
    guard let like = Kind(name: word) else { throw archive.fault("like: a built-in kind") }
    return Policy.Role(name, like: like, ducksWithinApplication: ducksWithin)
  }
}

/// Rows and columns by their places in the table; without one the line is about all kinds.
extension Policy.Override: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: Policy.Override?,
    of archive: inout A
  ) throws(A.Fault) -> Policy.Override {
    Policy.Override(
      try archive.optional("newcomer", value?.newcomer),
      try archive.optional("current", value?.current),
      try archive.member("outcome", value?.square.outcome),
      gain: try archive.optional("gain", value?.square.gain.map { ArchivedGain(gain: $0) })?.gain
    )
  }
}
