import Foundation
import TestSupport

/// How loud one pitch was in a short time.
package struct Level: Sendable {
  /// When the window began.
  package var time: Duration
  /// The amplitude in dBFS; -140 is the least.
  package var decibels: Double

  package static let silence = -140.0
}

extension [Level] {
  /// Whether a pitch was so loud for a while, and not only in a click or a gap, which any program has
  /// on a busy machine.
  ///
  /// - Parameters:
  ///   - wanted: In dBFS.
  ///   - count: How many windows in a row have to be so.
  /// - Returns: Whether there is such a row.
  package func hasRow(_ wanted: ClosedRange<Double>, lasting count: Int = 10) -> Bool {
    split { !wanted.contains($0.decibels) }.contains { $0.count >= count }
  }
}

extension Recording {
  /// The level of a pitch, window by window.
  ///
  /// - Parameters:
  ///   - pitch: Hertz; a whole number of periods has to fit into a window.
  ///   - times: From the first window's beginning to the last one's end.
  ///   - window: Its length.
  ///   - hop: From one window to the next.
  /// - Returns: The levels in their order.
  /// - Throws: That so much isn't recorded.
  package func levels(
    of pitch: Double,
    _ times: Range<Duration>,
    window: Duration = .milliseconds(10),
    hop: Duration = .milliseconds(5)
  ) throws -> [Level] {
    try wait(until: times.upperBound)
    let length = Int((window / .seconds(1) * Recording.rate).rounded())
    let step = Int((hop / .seconds(1) * Recording.rate).rounded())
    let end = min(samples.count, index(at: times.upperBound))
    return stride(from: index(at: times.lowerBound), through: end - length, by: step).map {
      Level(time: time(of: $0), decibels: decibels(of: pitch, $0..<$0 + length))
    }
  }

  /// The middle one of the levels of a time: how loud a pitch was, whatever happened at its edges.
  package func level(of pitch: Double, _ times: Range<Duration>) throws -> Double {
    let sorted = try levels(of: pitch, times).map(\.decibels).sorted()
    return sorted.isEmpty ? Level.silence : sorted[sorted.count / 2]
  }

  /// How loud a pitch is from now on, for a while.
  package func level(of pitch: Double, for length: Duration = .milliseconds(200)) throws -> Double {
    let now = Moment.now
    return try level(of: pitch, now..<now + length)
  }

  /// Waits until a pitch is as loud as wanted.
  ///
  /// - Parameters:
  ///   - pitch: Hertz.
  ///   - wanted: In dBFS.
  ///   - count: How many windows in a row, every 5 ms, have to be so; a ramp goes through one.
  ///   - start: Before it nothing counts.
  /// - Returns: When the first of these windows began.
  /// - Throws: That it didn't come to be so loud.
  @discardableResult
  package func hear(
    _ pitch: Double,
    in wanted: ClosedRange<Double>,
    lasting count: Int = 10,
    from start: Duration = Moment.now
  ) throws -> Duration {
    var heard: [Level] = []
    var row: [Level] = []
    var from = start
    try Condition.wait(
      "\(pitch) Hz at \(wanted) dB; last: \(heard.suffix(4).map(\.decibels))"
    ) {
      update()
      guard !samples.isEmpty else { return false }
      let until = time(of: samples.count)
      guard until > from + .milliseconds(10) else { return false }
      heard = try levels(of: pitch, from..<until)
      from = heard.last.map { $0.time + .milliseconds(5) } ?? from
      for level in heard where row.count < count {
        if wanted.contains(level.decibels) { row.append(level) } else { row = [] }
      }
      return row.count == count
    }
    return row.first?.time ?? start
  }

  /// Waits for digital silence of 100 ms; sound that was on its way may still come.
  package func hearSilence() throws {
    var time = Moment.now
    try Condition.wait("silence") {
      defer { time = Moment.now }
      return try peak(time..<time + .milliseconds(100)) == 0
    }
  }

  /// The amplitude of a pitch by Goertzel's recurrence.
  private func decibels(of pitch: Double, _ range: Range<Int>) -> Double {
    let factor = 2 * cos(2 * .pi * pitch / Recording.rate)
    var last = 0.0
    var beforeLast = 0.0
    samples.withUnsafeBufferPointer { samples in
      var index = range.lowerBound
      while index < range.upperBound {
        let value = Double(samples[index]) + factor * last - beforeLast
        beforeLast = last
        last = value
        index += 1
      }
    }
    let power = last * last + beforeLast * beforeLast - factor * last * beforeLast
    let amplitude = 2 * max(0, power).squareRoot() / Double(range.count)
    return max(Level.silence, 20 * log10(max(amplitude, .leastNonzeroMagnitude)))
  }
}
