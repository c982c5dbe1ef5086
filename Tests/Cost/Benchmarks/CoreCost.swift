import BenchmarkReport

/// What an activation costs as the number of sessions, zones and roles grows: one that touches K of
/// S sessions costs about K.
struct CoreCost {
  private static let series = 5

  let effort: Effort

  func measure(into report: inout Report) {
    for touched in [1, 8, 64] {
      for kind in Stage.Bystanders.allCases { measure(kind, touched: touched, into: &report) }
    }
  }

  /// One series after the other of all sizes in turn, since others use the machine too; the best of
  /// them is a point of the curve.
  private func measure(_ kind: Stage.Bystanders, touched: Int, into report: inout Report) {
    var stages = effort.bystanders.map { Stage(kind, bystanders: $0, touched: touched) }
    let turns = max(1, effort.changes / touched)
    var best = stages.map { _ in Double.infinity }
    for _ in 0..<Self.series {
      let costs = stages.indices.map { index in
        nanoseconds(turns: turns) { stages[index].turn() }
      }
      best = zip(best, costs).map(min)
      guard kind == .mixing, touched == 1, let last = costs.last else { continue }
      let size = "S = \(Quantity.text(Double(effort.bystanders.last ?? 0)))"
      let turn = Row.Sample(ours: last, theirs: costs[0])
      report.note("9", Catalogue.scale, "a turn, \(size)", turn)
      report.note("9", Catalogue.scale, "a change, \(size)", Row.Sample(ours: last / 2))
    }
    for (sessions, cost) in zip(effort.bystanders, best) {
      report.scaling.append(
        ScalingPoint(
          bystanders: kind.rawValue,
          sessions: sessions,
          touched: touched,
          nanosecondsATurn: cost
        )
      )
    }
  }

  private func nanoseconds(turns: Int, _ turn: () -> Void) -> Double {
    ContinuousClock().measure { for _ in 0..<turns { turn() } } / .nanoseconds(turns)
  }
}
