/// What an activation costs as the number of sessions grows, against the smallest table.
enum CoreCost {
  static func report() {
    print("touched\tbystanders\tns a turn\tns a change\t% of 10 bystanders")
    for touched in [1, 8, 64] {
      let floor = measure(bystanders: 10, touched: touched)
      for bystanders in [10, 100, 1_000, 10_000, 100_000] {
        let cost = measure(bystanders: bystanders, touched: touched)
        print(
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

  /// Nanoseconds for one turn.
  private static func measure(bystanders: Int, touched: Int) -> Double {
    var stage = Stage(bystanders: bystanders, touched: touched)
    return nanoseconds(rounds: 100_000 / touched) { stage.turn() }
  }
}
