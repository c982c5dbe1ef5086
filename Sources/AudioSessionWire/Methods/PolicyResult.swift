package import AudioSessionTypes

/// What `policy.get` is answered with.
package struct PolicyResult: Equatable, Sendable {
  package var policy: PolicyObject
  /// The names of the rows and columns, in order: the kinds, then the roles.
  package var kinds: [String]
  /// By the places of newcomer and current session what they do to each other.
  package var table: [[SquareObject]]
  /// In the order in which they follow the kinds.
  package var roles: [RoleObject]
  /// Who holds each grant, by its name.
  package var grants: [String: GrantObject]
  package var zones: ZoneDefault
  package var limits: Limits
  /// The configuration's files that were read, in order.
  package var files: [String]
  /// By `Section.Key` where it was set last, `file:line`, for everything that isn't built in.
  package var setBy: [String: String]

  package init(
    policy: PolicyObject,
    kinds: [String],
    table: [[SquareObject]],
    roles: [RoleObject] = [],
    grants: [String: GrantObject] = [:],
    zones: ZoneDefault = .shared,
    limits: Limits,
    files: [String] = [],
    setBy: [String: String] = [:]
  ) {
    self.policy = policy
    self.kinds = kinds
    self.table = table
    self.roles = roles
    self.grants = grants
    self.zones = zones
    self.limits = limits
    self.files = files
    self.setBy = setBy
  }

  static let members: [MemberDescription] = [
    .required("policy", .object(PolicyObject.members), "The section [Policy]."),
    .required("kinds", .list(.text), "The rows and columns, in order: the kinds, then the roles."),
    .required(
      "table",
      .map(.map(.word(of: Outcome.self))),
      "By newcomer and current session: what they do to each other."
    ),
    .required(
      "gains",
      .map(.map(.number(0...1))),
      "By newcomer and current session: the gain of the ducked one, where the cell has its own."
    ),
    .required("roles", .map(.object(RoleObject.members)), "The sections [Role …], by name."),
    .required("grants", .map(.object(GrantObject.members)), "The sections [Grant …], by name."),
    .required(
      "zones",
      .object([.required("default", .word(of: ZoneDefault.self), "The zone without a word.")]),
      "The section [Zones]."
    ),
    .required("limits", .component(.limits), "The section [Limits]."),
    .required("files", .list(.text), "The configuration's files that were read, in order."),
    .required("setBy", .map(.text), "By Section.Key the file and line that set it."),
  ]
}

extension PolicyResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("policy", policy)
    writer.member("kinds", kinds)
    encodeTable(into: &writer)
    encodeGains(into: &writer)
    writer.key("roles")
    writer.object(roles.lazy.map { ($0.name, $0) })
    writer.key("grants")
    let names = Grant.allCases.map(\.rawValue) + roles.map(\.name)
    writer.object(names.lazy.compactMap { name in grants[name].map { (name, $0) } })
    writer.key("zones")
    writer.beginObject()
    writer.member("default", zones)
    writer.endObject()
    writer.member("limits", limits)
    writer.member("files", files)
    writer.key("setBy")
    writer.object(setBy.sorted { $0.key < $1.key }.lazy.map { ($0.key, $0.value) })
    writer.endObject()
  }

  private func encodeTable(into writer: inout JSONWriter) {
    writer.key("table")
    writer.beginObject()
    for (newcomer, row) in zip(kinds, table) {
      writer.key(of: newcomer)
      writer.object(zip(kinds, row).lazy.map { ($0, $1.outcome.rawValue) })
    }
    writer.endObject()
  }

  private func encodeGains(into writer: inout JSONWriter) {
    writer.key("gains")
    writer.beginObject()
    for (newcomer, row) in zip(kinds, table) where row.contains(where: { $0.gain != nil }) {
      writer.key(of: newcomer)
      writer.object(zip(kinds, row).lazy.compactMap { name, cell in cell.gain.map { (name, $0) } })
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// An object of these members, whatever is in their names.
  fileprivate mutating func object(_ members: some Sequence<(String, some JSONEncodable)>) {
    beginObject()
    for (name, value) in members {
      key(of: name)
      value.encode(into: &self)
    }
    endObject()
  }
}

/// What a newcomer and a current session do to each other.
package struct SquareObject: Equatable, Sendable {
  package var outcome: Outcome
  /// The gain of the ducked one, nil where the policy's common ones hold.
  package var gain: Double?

  package init(_ outcome: Outcome, gain: Double? = nil) {
    self.outcome = outcome
    self.gain = gain
  }
}

/// A configured role (R66).
package struct RoleObject: Equatable, Sendable {
  package var name: String
  /// The name of the kind that it is like.
  package var like: String
  /// Whether the one who asks may take it.
  package var granted: Bool

  package init(name: String, like: String, granted: Bool) {
    self.name = name
    self.like = like
    self.granted = granted
  }

  static let members: [MemberDescription] = [
    .required("like", .text, "The kind that it is like."),
    .required("granted", .boolean, "Whether the one who asks may take it."),
  ]
}

extension RoleObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("like", like)
    writer.member("granted", granted)
    writer.endObject()
  }
}

/// The zone of a session, or of a system sound, for which none is given (R63).
///
/// The raw value is the name on the wire and in configuration.
package enum ZoneDefault: String, CaseIterable, Sendable, BitwiseCopyable {
  /// None: it meets all.
  case shared
  /// Its user's own.
  case user
}

/// Who holds a grant.
package struct GrantObject: Equatable, Sendable {
  /// Numbers, rising.
  package var users: [UInt32] = []
  package var groups: [UInt32] = []
  package var units: [String] = []
  package var userUnits: [String] = []

  package init(
    users: [UInt32] = [],
    groups: [UInt32] = [],
    units: [String] = [],
    userUnits: [String] = []
  ) {
    self.users = users
    self.groups = groups
    self.units = units
    self.userUnits = userUnits
  }

  static let members: [MemberDescription] = [
    .required("users", .list(.count), "The numbers of users."),
    .required("groups", .list(.count), "The numbers of groups."),
    .required("units", .list(.text), "The names of the system's units."),
    .required("userUnits", .list(.text), "The names of units of the user's own manager."),
  ]
}

extension GrantObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("users", users.map { Int($0) })
    writer.member("groups", groups.map { Int($0) })
    writer.member("units", units)
    writer.member("userUnits", userUnits)
    writer.endObject()
  }
}

/// The policy as the wire shows it: the configuration's keys, times in whole milliseconds.
package struct PolicyObject: Equatable, Sendable {
  package var duckGain = 0.2
  package var strongDuckGain = 0.0178
  package var duckRampMilliseconds = 300
  package var unduckRampMilliseconds = 1000
  /// Nil: without end.
  package var resumeOfferMilliseconds: Int? = 5000
  package var endedOnSilentDeactivation = true
  package var playbackDuringPhoneCall = true
  package var interruptOnSleep = true
  package var enforcementTimeoutMilliseconds = 200

  package init() {}

  static let members: [MemberDescription] = [
    .required("duckGain", .number(0...1), "The gain of a ducked session (R18)."),
    .required("strongDuckGain", .number(0...1), "The gain under a call or an assistant (R18)."),
    .required("duckRampMilliseconds", .count, "How long a gain takes to fall (R19)."),
    .required("unduckRampMilliseconds", .count, "How long a gain takes to rise (R19)."),
    .required(
      "resumeOfferMilliseconds",
      .nullable(.count),
      "How long a resume offer stands; null: without end (R30)."
    ),
    .required("endedOnSilentDeactivation", .boolean, "Whether a silent end is told (R24)."),
    .required("playbackDuringPhoneCall", .boolean, "Whether playback may start in a call (R9)."),
    .required("interruptOnSleep", .boolean, "Whether the machine's sleep interrupts (R50)."),
    .required("enforcementTimeoutMilliseconds", .count, "How long enforcers are awaited (R14)."),
  ]
}

extension PolicyObject: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("duckGain", duckGain)
    writer.member("strongDuckGain", strongDuckGain)
    writer.member("duckRampMilliseconds", duckRampMilliseconds)
    writer.member("unduckRampMilliseconds", unduckRampMilliseconds)
    writer.member("resumeOfferMilliseconds", resumeOfferMilliseconds)
    writer.member("endedOnSilentDeactivation", endedOnSilentDeactivation)
    writer.member("playbackDuringPhoneCall", playbackDuringPhoneCall)
    writer.member("interruptOnSleep", interruptOnSleep)
    writer.member("enforcementTimeoutMilliseconds", enforcementTimeoutMilliseconds)
    writer.endObject()
  }
}
