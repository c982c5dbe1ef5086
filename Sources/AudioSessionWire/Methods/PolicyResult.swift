package import AudioSessionTypes

/// What `policy.get` is answered with.
package struct PolicyResult: Equatable, Sendable {
  package var policy: Policy
  /// The names of the rows and columns, in order: the kinds, then the roles.
  package var kinds: [String]
  /// By the places of newcomer and current session what they do to each other.
  package var table: [[Square]]
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
    policy: Policy,
    kinds: [String],
    table: [[Square]],
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
    .required("policy", .object(Policy.members), "The section [Policy]."),
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
