import AudioSessionTypes
import AudioSessionWire
import ControlCore

extension SituationTable {
  /// Prints the situations in which the candidates differ; one alone is compared with the policy in
  /// force.
  static func compare(
    _ candidates: [Candidate],
    _ daemon: inout Daemon,
    _ output: inout Output
  ) throws(Failure) {
    var columns = candidates.map { Column(name: $0.name, policy: $0.policy) }
    if columns.count == 1 {
      let inForce = try daemon.call(.policyGet, as: PolicyResult.self).value
      columns.insert(Column(name: "in force", policy: inForce.wholePolicy), at: 0)
    }
    output.print(SituationTable(columns).lines(output.presentation))
  }
}

extension PolicyResult {
  /// The policy with its roles and its whole table.
  fileprivate var wholePolicy: Policy {
    var policy = policy
    policy.roles = roles.compactMap { role in
      Kind(name: role.like).map { like in
        Policy.Role(role.name, like: like, ducksWithinApplication: role.ducksWithinApplication)
      }
    }
    for (newcomer, row) in zip(kinds, table) {
      for (current, square) in zip(kinds, row) {
        guard let square, let newcomer = policy.place(of: newcomer),
          let current = policy.place(of: current)
        else { continue }
        policy.overrides.append(
          Policy.Override(newcomer, current, square.outcome, gain: square.gain)
        )
      }
    }
    return policy
  }
}
