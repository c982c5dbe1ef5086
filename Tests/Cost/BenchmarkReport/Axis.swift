import Foundation

/// A direction of a chart: which part of the way a value is at, and where it is labelled.
struct Axis {
  struct Tick {
    /// 0…1, from the axis' beginning.
    var place: Double
    var label: String
  }

  let title: String
  let ticks: [Tick]
  private let position: (Double) -> Double

  /// Equal steps for equal factors, from the power of ten below the least value to the one above the
  /// largest.
  init(logarithmic title: String, _ values: some Sequence<Double>) {
    let positive = values.filter { $0 > 0 && $0.isFinite }
    let low = log10(positive.min() ?? 1).rounded(.down)
    let high = max(low + 1, log10(positive.max() ?? 10).rounded(.up))
    self.title = title
    position = { (log10(max($0, 1e-12)) - low) / (high - low) }
    ticks = (Int(low)...Int(high)).map { power in
      Tick(
        place: (Double(power) - low) / (high - low),
        label: Quantity.text(pow(10, Double(power)))
      )
    }
  }

  /// Percentiles as 0…1, of which each further nine takes as much room, up to so many nines.
  init(nines title: String, upTo nines: Int) {
    self.title = title
    position = { min(1, -log10(max(1 - $0, 1e-12)) / Double(nines)) }
    ticks = (0...nines).map { count in
      let decimals = max(0, count - 2)
      let percent = 100 - pow(10, Double(2 - count))
      return Tick(
        place: Double(count) / Double(nines),
        label: count == 0 ? "0" : String(format: "%.*f", decimals, percent)
      )
    }
  }

  /// Where a value is, 0…1 within the axis' ends.
  func place(of value: Double) -> Double { min(1, max(0, position(value))) }
}
