import BenchmarkReport
import TestSupport

/// What one of the programs in C printed: numbers and histograms, by their names.
struct Figures {
  private var texts: [Substring: Substring] = [:]

  init(_ output: String) {
    for line in output.split(separator: "\n") {
      guard let space = line.firstIndex(of: " ") else { continue }
      texts[line[..<space]] = line[line.index(after: space)...]
    }
  }

  /// - Throws: That it wasn't printed.
  func number(_ name: Substring) throws(ProcessFault) -> Double {
    guard let number = texts[name].flatMap({ Double($0) }) else {
      throw ProcessFault("expected a line \"\(name) NUMBER\"")
    }
    return number
  }

  /// - Throws: That it wasn't printed, or is empty.
  func histogram(_ name: Substring) throws(ProcessFault) -> Histogram {
    guard let histogram = texts[name].flatMap({ Histogram($0) }), histogram.total > 0 else {
      throw ProcessFault("expected a line \"\(name) VALUE:COUNT…\"")
    }
    return histogram
  }
}

extension Histogram {
  /// A percentile in microseconds, of a histogram of nanoseconds that isn't empty.
  func microseconds(_ part: Double) -> Double { Double(percentile(part) ?? 0) / 1000 }
}
