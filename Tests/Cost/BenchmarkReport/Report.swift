package import Foundation

/// All that one run measured, and where.
package struct Report: Encodable, Sendable {
  /// Changes when a member is removed or changes its meaning.
  private let format = 1
  package var place: Place
  package private(set) var rows: [Row]
  /// What couldn't be measured, and why.
  package private(set) var missing: [String] = []
  package var distributions: [Distribution] = []
  package var scaling: [ScalingPoint] = []

  package init(place: Place, rows: [Row]) {
    self.place = place
    self.rows = rows
  }

  /// Adds the figures of a round to a row.
  ///
  /// - Parameters:
  ///   - number: The row's number.
  ///   - measure: The row's measure.
  ///   - detail: The row's detail.
  ///   - against: What the row is compared with, where several differ only in this.
  ///   - sample: The figures.
  package mutating func note(
    _ number: String,
    _ measure: String,
    _ detail: String,
    against: String? = nil,
    _ sample: Row.Sample
  ) {
    let place = rows.firstIndex {
      $0.number == number && $0.measure == measure && $0.detail == detail
        && (against == nil || $0.against == against)
    }
    guard let place else { preconditionFailure("no row \(number), \(measure), \(detail)") }
    rows[place].samples.append(sample)
  }

  /// Notes why something is missing, once.
  package mutating func miss(_ reason: String) {
    if !missing.contains(reason) { missing.append(reason) }
  }

  /// Adds the values of a round to a distribution.
  package mutating func note(_ histogram: Histogram, in panel: Distribution.Panel, of name: String)
  {
    let known = distributions.firstIndex { $0.panel == panel && $0.name == name }
    if let known {
      distributions[known].latency.merge(histogram)
    } else {
      distributions.append(Distribution(panel: panel, name: name, latency: histogram))
    }
  }

  /// The report as one line of JSON; the README beside the benchmark describes it.
  ///
  /// - Throws: What the encoder says.
  package func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
