import Foundation

/// The middle one, the least and the most of some times.
struct Milliseconds: CustomStringConvertible {
  let sorted: [Double]

  init(_ durations: [Duration]) { sorted = durations.map { $0 / .milliseconds(1) }.sorted() }

  /// The time that so large a part of them doesn't exceed.
  func percentile(_ part: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }

  /// What all but a few don't exceed, in microseconds.
  var percentiles: String {
    [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("most", 1)].map { name, part in
      String(format: "%@ %.0f µs", name, percentile(part) * 1000)
    }
    .joined(separator: ", ")
  }

  var description: String {
    sorted.isEmpty
      ? "–"
      : String(format: "%.1f (%.1f…%.1f) ms", percentile(0.5), percentile(0), percentile(1))
  }
}
