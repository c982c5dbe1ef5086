/// The places on the axis of a timeline, which never runs back, and the times of day that they had.
///
/// Both are in microseconds, places since 1970 as long as no clock was set back. Where one was, the
/// axis has a short break, and places after it are later than their times.
struct Axis: Equatable, Sendable {
  /// A clock that was set back.
  private struct Step: Equatable {
    /// The place of the first moment after it.
    var place: Int64
    /// How much later places are from there on than their times.
    var lead: Int64
  }

  private var steps: [Step] = []
  private var lead: Int64 { steps.last?.lead ?? 0 }

  /// The length of a break.
  private static let breakLength: Int64 = 1_000_000
  /// A clock that is only corrected moves less than this.
  private static let correction: Int64 = 1_000_000

  /// The place of the next moment.
  ///
  /// - Parameters:
  ///   - time: Its time.
  ///   - last: The place of the moment before it.
  /// - Returns: The place, and by how much the clock was set back before it; 0 if it wasn't.
  mutating func append(_ time: Int64, after last: Int64) -> (place: Int64, setBack: Int64) {
    let setBack = last - lead - time
    guard setBack > Axis.correction else { return (max(time + lead, last), 0) }
    let place = last + Axis.breakLength
    steps.append(Step(place: place, lead: place - time))
    return (place, setBack)
  }

  /// The time that a place had.
  func time(at place: Int64) -> Int64 { place - (steps.last { $0.place <= place }?.lead ?? 0) }

  /// The place that had a time; of several the latest.
  func place(of time: Int64) -> Int64 {
    time + (steps.last { time + $0.lead >= $0.place }?.lead ?? 0)
  }

  /// The places of the first moments after the clock was set back.
  var breaks: Set<Int64> { Set(steps.map { $0.place }) }
}
