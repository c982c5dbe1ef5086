extension Histogram {
  /// A latency for each percentile: 0…1, and microseconds.
  ///
  /// The largest value stands for the part of one in all values.
  var curve: [(x: Double, y: Double)] {
    var seen: UInt64 = 0
    var points: [(x: Double, y: Double)] = []
    for bucket in buckets {
      points.append((Double(seen) / Double(total), Double(bucket.value) / 1000))
      seen += bucket.count
    }
    if let last = buckets.last {
      points.append((1 - 1 / Double(total), Double(last.value) / 1000))
    }
    return points
  }
}
