/// What a tool counted in one life of the daemon, by names.
struct Counts: Equatable, Sendable {
  private(set) var numbers: [String: Double] = [:]

  init(_ numbers: [String: Double]) { self.numbers = numbers }

  /// The total of all.
  var total: Double { numbers.values.reduce(0, +) }

  /// Those that aren't nothing, the largest first.
  var words: String {
    numbers.map { (name: $0.key, amount: Amount($0.value)) }
      .filter { $0.amount.rounded != 0 }
      .sorted { ($1.amount.rounded, $0.name) < ($0.amount.rounded, $1.name) }
      .map { "\($0.name) \($0.amount.words)" }
      .joined(separator: ", ")
  }

  static func - (more: Counts, less: Counts) -> Counts {
    Counts(more.numbers.merging(less.numbers.mapValues { -$0 }, uniquingKeysWith: +))
  }

  static func / (counts: Counts, divisor: Double) -> Counts {
    Counts(counts.numbers.mapValues { $0 / divisor })
  }
}
