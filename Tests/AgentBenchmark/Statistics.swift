import Foundation

/// The middle one, the least and the most of some times.
struct Milliseconds: CustomStringConvertible {
  let sorted: [Double]

  init(_ durations: [Duration]) { sorted = durations.map { $0 / .milliseconds(1) }.sorted() }

  /// The time that so large a part of them doesn't exceed.
  func percentile(_ part: Double) -> Double {
    sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(part * Double(sorted.count)))]
  }

  var description: String {
    String(format: "%.1f (%.1f…%.1f) ms", percentile(0.5), percentile(0), percentile(1))
  }
}
