/// The number of decisions in the last whole second.
struct Rate: Equatable, Sendable {
  private var second: Int64 = 0
  private var current = 0
  private var previous = 0

  mutating func count(at now: Int64) {
    let second = now / 1_000_000
    if second != self.second {
      previous = second == self.second + 1 ? current : 0
      current = 0
      self.second = second
    }
    current += 1
  }

  /// 0 as soon as a whole second had none.
  func perSecond(at now: Int64) -> Int {
    switch now / 1_000_000 - second {
    case 0: previous > 0 ? previous : current
    case 1: current
    default: 0
    }
  }
}
