/// What an activation costs as the number of sessions, zones and roles grows, against the smallest
/// table: one that touches K of S sessions costs about K.
enum CoreCost {
  static func report() {
    print("bystanders\ttouched\tcount\tns a turn\tns a change\t% of 10 bystanders that mix")
    for touched in [1, 8, 64] {
      let floor = measure(.mixing, bystanders: 10, touched: touched)
      for kind in Stage.Bystanders.allCases {
        for bystanders in [10, 100, 1_000, 10_000, 100_000] {
          let cost = measure(kind, bystanders: bystanders, touched: touched)
          print(
            kind.rawValue,
            touched,
            bystanders,
            Int(cost),
            Int(cost) / (2 * touched),
            Int(cost * 100 / floor),
            separator: "\t"
          )
        }
      }
    }
  }

  /// Nanoseconds for one turn.
  private static func measure(_ kind: Stage.Bystanders, bystanders: Int, touched: Int) -> Double {
    var stage = Stage(kind, bystanders: bystanders, touched: touched)
    return nanoseconds(rounds: 100_000 / touched) { stage.turn() }
  }
}
