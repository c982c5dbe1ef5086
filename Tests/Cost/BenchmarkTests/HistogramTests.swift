import BenchmarkReport
import CBenchmarkFigures
import Foundation
import TestSupport
import Testing

/// Every value is counted, in a bucket that is hardly wider than the value is exact.
struct HistogramTests {
  @Test func `a bucket holds a value and reaches no further than a 256th above it`() {
    var values = Array<UInt64>(0...2_000) + [.max]
    for bit in 10...62 {
      let power = UInt64(1) << bit
      values += [power - 1, power, power + 1, power + power / 3]
    }
    for value in values {
      let highest = histogram_highest(histogram_bucket(value))
      #expect(highest >= value)
      #expect(highest - value <= value / 256, "\(value)")
    }
  }

  @Test func `buckets follow each other without a gap`() {
    let last = histogram_bucket(.max)
    for bucket in 0..<last {
      #expect(histogram_bucket(histogram_highest(bucket) + 1) == bucket + 1)
    }
    #expect(histogram_highest(last) == .max)
  }

  @Test func `a printed histogram: read back with its total and percentiles, whatever the values`()
    throws
  {
    let values: [UInt64] = [0, 7, 255, 256, 511, 512, 513, 1_000_000, 1_000_000, .max]
    let text = try print(values)
    #expect(
      text == "latency 0:1 7:1 255:1 256:1 511:1 513:2 1001471:2 18446744073709551615:1\n"
    )
    let histogram = try #require(Histogram(text.dropFirst("latency ".count).dropLast()))
    #expect(histogram.total == 10)
    #expect(histogram.percentile(0) == 0)
    #expect(histogram.percentile(0.5) == 511)
    #expect(histogram.percentile(0.51) == 513)
    #expect(histogram.percentile(0.9) == 1_001_471)
    #expect(histogram.percentile(1) == .max)
  }

  /// What the program that measures prints of some values.
  private func print(_ values: [UInt64]) throws -> String {
    let histogram = histogram_make()
    defer { histogram_free(histogram) }
    for value in values { histogram_note(histogram, value) }
    #expect(histogram_total(histogram) == UInt64(values.count))
    let folder = try TemporaryDirectory()
    let file = try #require(fopen(folder.path(of: "printed"), "w"))
    histogram_print(histogram, "latency", file)
    fclose(file)
    return try String(contentsOfFile: folder.path(of: "printed"), encoding: .utf8)
  }

  @Test func `a percentile is that of all values, not of some`() throws {
    // One in a thousand takes a hundred times as long.
    let histogram = try #require(Histogram("10:9990 1000:10"))
    #expect(histogram.percentile(0.999) == 10)
    #expect(histogram.percentile(0.9991) == 1000)
  }

  @Test func `rounds are merged`() throws {
    var all = try #require(Histogram("5:2 9:1"))
    all.merge(try #require(Histogram("4:1 9:3 12:1")))
    #expect(all == Histogram("4:1 5:2 9:4 12:1"))
    #expect(all.total == 8)
  }

  @Test func `an empty histogram has no percentiles`() {
    #expect(Histogram().percentile(0.5) == nil)
    #expect(Histogram("") == Histogram())
  }

  @Test(arguments: ["5", "5:", ":5", "5:x", "-1:2", "5:0", "9:1 5:1", "5:1 5:1", "5:1:1"])
  func `a text that isn't a histogram: refused`(text: String) {
    #expect(Histogram(text) == nil)
  }
}
