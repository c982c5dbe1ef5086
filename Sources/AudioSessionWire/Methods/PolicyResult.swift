package import AudioSessionTypes

/// What `policy.get` is answered with.
package struct PolicyResult: Equatable, Sendable {
  package var policy: PolicyObject
  /// The pair table; a square that isn't there is written as `mix`.
  package var table: [Cell: Outcome]
  /// Who holds each grant.
  package var grants: [Grant: GrantObject]
  package var limits: Limits
  /// The configuration's files that were read, in order.
  package var files: [String]
  /// By `Section.Key` where it was set last, `file:line`, for everything that isn't built in.
  package var setBy: [String: String]

  package init(
    policy: PolicyObject,
    table: [Cell: Outcome],
    grants: [Grant: GrantObject] = [:],
    limits: Limits,
    files: [String] = [],
    setBy: [String: String] = [:]
  ) {
    self.policy = policy
    self.table = table
    self.grants = grants
    self.limits = limits
    self.files = files
    self.setBy = setBy
  }

  static let members: [MemberDescription] = [
    .required("policy", .object(PolicyObject.members), "The section [Policy]."),
    .required("kinds", .list(.word(Kind.allCases.map(\.name))), "The rows and columns, in order."),
    .required(
      "table",
      .map(.map(.word(of: Outcome.self))),
      "By newcomer and current session: what they do to each other."
    ),
    .required("grants", .map(.object(GrantObject.members)), "The sections [Grant …], by name."),
    .required("limits", .component(.limits), "The section [Limits]."),
    .required("files", .list(.text), "The configuration's files that were read, in order."),
    .required("setBy", .map(.text), "By Section.Key the file and line that set it."),
  ]
}

extension PolicyResult: JSONEncodable {
  package func encode(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("policy", policy)
    writer.member("kinds", Kind.allCases.map(\.name))
    writer.key("table")
    writer.beginObject()
    for newcomer in Kind.allCases {
      writer.key(of: newcomer.name)
      writer.beginObject()
      for current in Kind.allCases {
        writer.key(of: current.name)
        writer.string((table[Cell(newcomer, current)] ?? .mix).rawValue)
      }
      writer.endObject()
    }
    writer.endObject()
    writer.key("grants")
    writer.beginObject()
    for grant in Grant.allCases {
      writer.key(of: grant.rawValue)
      (grants[grant] ?? GrantObject()).encode(into: &writer)
    }
    writer.endObject()
    writer.member("limits", limits)
    writer.member("files", files)
    writer.key("setBy")
    writer.beginObject()
    for (key, place) in setBy.sorted(by: { $0.key < $1.key }) {
      writer.key(of: key)
      writer.string(place)
    }
    writer.endObject()
    writer.endObject()
  }
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
  package var resumeOfferMilliseconds = 5000
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
    .required("resumeOfferMilliseconds", .count, "How long a resume offer stands (R30)."),
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
