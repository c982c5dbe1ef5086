import AudioSessionJSON
package import AudioSessionSchema
package import AudioSessionTypes

/// `policy.get`: shows the policy in force.
struct PolicyGet: RequestBody, EmptyObject {
  static let specification = MethodSpecification(
    "Shows the policy in force, the pair table and the limits.",
    result: PolicyResult.shape
  )
}

/// The result of `policy.get`.
package struct PolicyResult: Equatable, Sendable {
  /// The profile that the other files build on; nil for none.
  package var profile: String?
  package var policy: Policy
  /// The names of the rows and columns, in order: the kinds, then the roles.
  package var kinds: [String]
  /// The squares, by the places of newcomer and current session; nil where a client knows none.
  package var table: [[Square?]]
  /// In the order in which they follow the kinds.
  package var roles: [RoleObject]
  /// Each grant's holders, by its name.
  package var grants: [String: GrantObject]
  package var zones: ZoneDefault
  package var limits: Limits
  /// The configuration files that were read, in order.
  package var files: [String]
  /// By `Section.Key`, the place that set it last, `file:line`; built-in values aren't in it.
  package var setBy: [String: String]

  package init(
    profile: String? = nil,
    policy: Policy,
    kinds: [String],
    table: [[Square?]],
    roles: [RoleObject] = [],
    grants: [String: GrantObject] = [:],
    zones: ZoneDefault = .shared,
    limits: Limits,
    files: [String] = [],
    setBy: [String: String] = [:]
  ) {
    self.profile = profile
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

  /// Values of squares by newcomer and current session; rows and squares without one are left out.
  private func squares<Value: Described>(
    _ value: (Square) -> Value?
  ) -> KeyedValues<KeyedValues<Value>> {
    let rows = zip(kinds, table).map { newcomer, row in
      (
        newcomer,
        zip(kinds, row).compactMap { kind, square in square.flatMap(value).map { (kind, $0) } }
      )
    }
    return KeyedValues(rows.filter { !$1.isEmpty }.map { ($0, KeyedValues($1)) })
  }

  /// The squares of which these are the outcomes and gains.
  private static func table(
    _ kinds: [String],
    _ outcomes: KeyedValues<KeyedValues<Outcome>>,
    _ gains: KeyedValues<KeyedValues<Double>>
  ) -> [[Square?]] {
    kinds.map { newcomer in
      let outcomes = outcomes[newcomer]
      let gains = gains[newcomer]
      return kinds.map { current in
        outcomes?[current].map { Square($0, gain: gains?[current]) }
      }
    }
  }

  /// The grants in the order of the configuration: the built-in ones, then those of roles; at last
  /// those of a later version.
  package var grantsInOrder: KeyedValues<GrantObject> {
    let names = Grant.allCases.map { $0.rawValue } + roles.map { $0.name }
    let others = grants.keys.filter { !names.contains($0) }.sorted()
    return KeyedValues((names + others).compactMap { name in grants[name].map { (name, $0) } })
  }
}

/// The section `[Zones]`.
private struct ZonesObject: DescribedObject {
  var standard: ZoneDefault

  static func members<A: Archive & ~Copyable>(
    _ it: ZonesObject?,
    of archive: inout A
  ) throws(A.Fault) -> ZonesObject {
    ZonesObject(
      standard: try archive.member(
        "default",
        it?.standard,
        "The zone of sessions that name none."
      )
    )
  }
}

extension PolicyResult: DescribedObject, JSONEncodable {
  package static var unsent: PolicyResult? {
    PolicyResult(policy: Policy(), kinds: [], table: [], limits: Limits())
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: PolicyResult?,
    of archive: inout A
  ) throws(A.Fault) -> PolicyResult {
    let profile = try archive.optional(
      "profile",
      it?.profile,
      "The profile that the other files build on; without one, the built-in values."
    )
    let policy = try archive.member(
      "policy",
      it.map { PolicyObject($0.policy) },
      "The section [Policy]."
    )
    let kinds = try archive.member(
      "kinds",
      it?.kinds,
      "The table's rows and columns, in order: the kinds, then the roles."
    )
    let table = try archive.member(
      "table",
      it?.squares { $0.outcome },
      "By newcomer and current session, the outcome between them."
    )
    let gains = try archive.member(
      "gains",
      it?.squares { $0.gain },
      .map(.map(.number(0...1))),
      """
      By newcomer and current session, the gain of the ducked one, where the square has its own.
      """
    )
    let roles = try archive.member(
      "roles",
      it.map { KeyedValues($0.roles.map { ($0.name, $0) }) },
      "The sections [Role …], by name."
    )
    let grants = try archive.member(
      "grants",
      it?.grantsInOrder,
      "The sections [Grant …], by name."
    )
    return PolicyResult(
      profile: profile,
      policy: policy.policy,
      kinds: kinds,
      table: PolicyResult.table(kinds, table, gains),
      roles: roles.members.map { $1.named($0) },
      grants: grants.byName,
      zones: try archive.member(
        "zones",
        it.map { ZonesObject(standard: $0.zones) },
        "The section [Zones]."
      ).standard,
      limits: try archive.member("limits", it?.limits, "The section [Limits]."),
      files: try archive.member(
        "files",
        it?.files,
        "The configuration files that were read, in order."
      ),
      setBy: try archive.member(
        "setBy",
        it.map { KeyedValues($0.setBy.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) },
        "By Section.Key, the file and line that set it last."
      ).byName
    )
  }
}
