/// One line of the report: something that was measured in several rounds, of ours and of what it is
/// compared with.
package struct Row: Equatable, Sendable {
  /// What one round gave.
  package struct Sample: Equatable, Sendable, Encodable {
    package var ours: Double
    /// `nil` in a row that is compared with nothing.
    package var theirs: Double?

    package init(ours: Double, theirs: Double? = nil) {
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// Its number in the table of targets; `+` if it has no target.
  package let number: String
  /// What was measured.
  package let measure: String
  /// Of what, or how many.
  package let detail: String
  package let unit: String
  /// What it is compared with; `nil` if with nothing.
  package let against: String?
  package let target: Target?
  package var samples: [Sample] = []

  package init(
    _ number: String,
    _ measure: String,
    _ detail: String,
    _ unit: String,
    against: String? = nil,
    _ target: Target? = nil
  ) {
    self.number = number
    self.measure = measure
    self.detail = detail
    self.unit = unit
    self.against = against
    self.target = target
  }

  var ours: Spread? { Spread(samples.map(\.ours)) }

  var theirs: Spread? { Spread(samples.compactMap(\.theirs)) }

  /// Ours divided by theirs in the same round, or the reverse if theirs is to be the larger one.
  var ratio: Spread? {
    Spread(
      samples.compactMap { sample in
        guard let theirs = sample.theirs, theirs > 0, sample.ours > 0 else { return nil }
        return isReversed ? theirs / sample.ours : sample.ours / theirs
      }
    )
  }

  private var isReversed: Bool {
    if case .ratioAtLeast = target { true } else { false }
  }

  /// Whether the median is as the target says, at the digits that are printed; `nil` if there is no
  /// target or nothing was measured.
  var isMet: Bool? {
    switch target {
    case .ratioAtMost(let number): ratio.map { ($0.median * 10).rounded() <= number * 10 }
    case .ratioAtLeast(let number): ratio.map { ($0.median * 10).rounded() >= number * 10 }
    case .valueAtMost(let number): ours.map { $0.median <= number }
    case nil: nil
    }
  }
}

extension Row: Encodable {
  private enum Member: String, CodingKey {
    case row, measure, detail, unit, against, target, rounds, ours, theirs, ratio, met
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Member.self)
    try object.encode(number, forKey: .row)
    try object.encode(measure, forKey: .measure)
    try object.encode(detail, forKey: .detail)
    try object.encode(unit, forKey: .unit)
    try object.encodeIfPresent(against, forKey: .against)
    try object.encodeIfPresent(target, forKey: .target)
    try object.encode(samples, forKey: .rounds)
    try object.encodeIfPresent(ours, forKey: .ours)
    try object.encodeIfPresent(theirs, forKey: .theirs)
    try object.encodeIfPresent(ratio, forKey: .ratio)
    try object.encodeIfPresent(isMet, forKey: .met)
  }
}
