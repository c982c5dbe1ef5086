package import AudioSessionTypes

/// `policy.get`: shows the policy in force.
struct PolicyGet: RequestBody {
  init(_ parameters: borrowing Parameters) {}

  var request: Request { .policyGet }

  static let specification = MethodSpecification(
    "Shows the policy in force, the pair table and the limits.",
    result: .object(PolicyResult.members)
  )
}

/// The result of `policy.get`.
package struct PolicyResult: Equatable, Sendable {
  package var policy: Policy
  /// The names of the rows and columns, in order: the kinds, then the roles.
  package var kinds: [String]
  /// The squares, by the places of newcomer and current session.
  package var table: [[Square]]
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

  /// Values of squares by newcomer and current session; rows and squares without one are left out.
  private func squares<Value>(_ value: (Square) -> Value?) -> KeyedValues<KeyedValues<Value>> {
    let rows = zip(kinds, table).map { newcomer, row in
      (newcomer, zip(kinds, row).compactMap { kind, square in value(square).map { (kind, $0) } })
    }
    return KeyedValues(rows.filter { !$1.isEmpty }.map { ($0, KeyedValues($1)) })
  }

  /// The grants in the order of the configuration: the built-in ones, then those of roles.
  private var grantsInOrder: KeyedValues<GrantObject> {
    let names = Grant.allCases.map(\.rawValue) + roles.map(\.name)
    return KeyedValues(names.compactMap { name in grants[name].map { (name, $0) } })
  }
}

extension PolicyResult: RowEncodable {
  package static let rows: [Row<PolicyResult>] = [
    .required("policy", .object(Policy.members), "The section [Policy].", \.policy),
    .required(
      "kinds",
      .list(.text),
      "The table's rows and columns, in order: the kinds, then the roles.",
      \.kinds
    ),
    .required(
      "table",
      .map(.map(.word(of: Outcome.self))),
      "By newcomer and current session, the outcome between them."
    ) { $0.squares(\.outcome.rawValue) },
    .required(
      "gains",
      .map(.map(.number(0...1))),
      "By newcomer and current session, the gain of the ducked one, where the square has its own."
    ) { $0.squares(\.gain) },
    .required("roles", .map(.object(RoleObject.members)), "The sections [Role …], by name.") {
      KeyedValues($0.roles.map { ($0.name, $0) })
    },
    .required("grants", .map(.object(GrantObject.members)), "The sections [Grant …], by name.") {
      $0.grantsInOrder
    },
    .object(
      "zones",
      [
        .required(
          "default",
          .word(of: ZoneDefault.self),
          "The zone of sessions that name none.",
          \.zones
        )
      ],
      "The section [Zones]."
    ),
    .required("limits", .component(.limits), "The section [Limits].", \.limits),
    .required(
      "files",
      .list(.text),
      "The configuration files that were read, in order.",
      \.files
    ),
    .required("setBy", .map(.text), "By Section.Key, the file and line that set it last.") {
      KeyedValues($0.setBy.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    },
  ]
}
