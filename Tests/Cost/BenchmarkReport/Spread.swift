/// The middle one, the least and the most of some figures.
struct Spread: Equatable, Encodable {
  let median: Double
  let least: Double
  let most: Double

  /// - Returns: `nil` if there are none.
  init?(_ numbers: [Double]) {
    let sorted = numbers.sorted()
    guard let least = sorted.first, let most = sorted.last else { return nil }
    self.least = least
    self.most = most
    let middle = sorted.count / 2
    median =
      sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
