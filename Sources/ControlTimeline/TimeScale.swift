import ControlCore

/// Maps times to places on the horizontal axis; long stretches in which nothing happens are cut.
struct TimeScale {
  /// A part of the axis along which time passes evenly.
  struct Piece: Equatable {
    var begin: Int64
    var end: Int64
    var left: Double
    var right: Double
    /// True if the part is shorter than its time deserves.
    var isCut: Bool
  }

  /// A line across the picture, with its time.
  struct Tick: Equatable {
    var place: Double
    var text: String
  }

  let pieces: [Piece]

  /// How much of the axis a stretch without events has to take to be cut.
  private static let cutShare = 0.15
  /// How much longer than the usual stretch it has to be.
  private static let cutFactor: Int64 = 20
  /// The most stretches that are cut.
  private static let maxCuts = 12
  /// The width of what remains of a stretch.
  private static let cutWidth = 64.0

  /// Fits a period into a width.
  ///
  /// - Parameters:
  ///   - begin: The first moment, in microseconds since 1970.
  ///   - end: The last moment.
  ///   - moments: The times at which something happens, in any order.
  ///   - breaks: Those of them before which the clock was set back.
  ///   - left: The place of the first moment.
  ///   - width: The space up to the last.
  init(
    from begin: Int64,
    to end: Int64,
    moments: some Sequence<Int64>,
    breaks: Set<Int64> = [],
    left: Double,
    width: Double
  ) {
    let end = max(end, begin + 1000)
    let inside = Set(moments).filter { begin < $0 && $0 < end }.sorted()
    let edges = [begin] + inside + [end]
    let cuts = TimeScale.cuts(zip(edges, edges.dropFirst()).map { $1 - $0 })
    var even: Int64 = 0
    for index in 0..<edges.count - 1 where !cuts.contains(index) {
      even += edges[index + 1] - edges[index]
    }
    let rate = (width - Double(cuts.count) * TimeScale.cutWidth) / Double(max(even, 1))
    var pieces: [Piece] = []
    var place = left
    for index in 0..<edges.count - 1 {
      let isCut = cuts.contains(index)
      let length = Double(edges[index + 1] - edges[index])
      let right = place + (isCut ? TimeScale.cutWidth : length * rate)
      if !isCut, let last = pieces.last, !last.isCut, !breaks.contains(last.end) {
        pieces[pieces.count - 1].end = edges[index + 1]
        pieces[pieces.count - 1].right = right
      } else {
        pieces.append(
          Piece(
            begin: edges[index],
            end: edges[index + 1],
            left: place,
            right: right,
            isCut: isCut
          )
        )
      }
      place = right
    }
    self.pieces = pieces
  }

  /// The stretches to cut, by their index.
  private static func cuts(_ stretches: [Int64]) -> Set<Int> {
    let lengths = stretches.filter { $0 >= 1000 }.sorted()
    guard lengths.count >= 4 else { return [] }
    let usual = lengths[lengths.count / 2]
    var rest = stretches.reduce(0, +)
    var cuts: Set<Int> = []
    for index in stretches.indices.sorted(by: { stretches[$0] > stretches[$1] }) {
      let length = stretches[index]
      let isLong = Double(length) > cutShare * Double(rest) && length / cutFactor > usual
      guard isLong, cuts.count < maxCuts else { break }
      cuts.insert(index)
      rest -= length
    }
    return cuts
  }

  /// The place of a moment.
  func place(of moment: Int64) -> Double {
    guard let first = pieces.first, let last = pieces.last else { return 0 }
    if moment <= first.begin { return first.left }
    guard let piece = pieces.first(where: { moment <= $0.end }) else { return last.right }
    let share = Double(moment - piece.begin) / Double(max(piece.end - piece.begin, 1))
    return piece.left + share * (piece.right - piece.left)
  }
}

/// The times that are written at the axis.
extension TimeScale {
  private static let millisecond: Int64 = 1000
  private static let second: Int64 = 1_000_000
  private static let minute: Int64 = 60_000_000
  private static let hour: Int64 = 3_600_000_000

  /// The distances between ticks, in microseconds.
  private static let steps: [Int64] =
    [1, 2, 5, 10, 20, 50, 100, 200, 500].map { $0 * millisecond }
    + [1, 2, 5, 10, 15, 30].map { $0 * second } + [1, 2, 5, 10, 15, 30].map { $0 * minute }
    + [1, 2, 3, 6, 12, 24, 48, 168, 720].map { $0 * hour }

  /// The least space between two ticks.
  private static let tickSpace = 88.0
  /// The width of a digit at the axis.
  private static let digitWidth = 6.6

  func ticks(_ clock: Clock, _ axis: Axis = Axis()) -> [Tick] {
    guard let even = pieces.first(where: { !$0.isCut }), let last = pieces.last else { return [] }
    let rate = (even.right - even.left) / Double(max(even.end - even.begin, 1))
    let step = TimeScale.steps.first { Double($0) * rate >= TimeScale.tickSpace }
    let distance = step ?? TimeScale.steps.last ?? 1
    var ticks: [Tick] = []
    var free = -Double.infinity
    var day = ""
    for piece in pieces where !piece.isCut {
      for moment in TimeScale.moments(in: piece, distance, clock, axis) {
        let place = place(of: moment)
        let date = clock.local(axis.time(at: moment)).day
        let time = TimeScale.text(axis.time(at: moment), distance, clock)
        let isNewDay = !day.isEmpty && date != day
        let text = isNewDay ? "\(date.dropFirst(5)) \(time)" : time
        let width = Double(text.count) * TimeScale.digitWidth + 12
        guard place >= free, place + width <= last.right + 12 else { continue }
        ticks.append(Tick(place: place, text: text))
        free = place + width
        day = date
      }
    }
    return ticks
  }

  /// The round times in a piece, or its beginning if there is none.
  private static func moments(
    in piece: Piece,
    _ step: Int64,
    _ clock: Clock,
    _ axis: Axis
  ) -> [Int64] {
    let time = axis.time(at: piece.begin)
    let offset = clock.offset(time / second) * second + time - piece.begin
    let start = (piece.begin + offset + step - 1) / step * step - offset
    guard start <= piece.end else { return [piece.begin] }
    return Array(stride(from: start, through: piece.end, by: Int64.Stride(step)))
  }

  private static func text(_ moment: Int64, _ step: Int64, _ clock: Clock) -> String {
    let time = clock.local(moment).time
    // The beginning of a piece isn't a round time.
    if step < second { return "\(time).\(Clock.thousandths(of: moment))" }
    return step < minute || moment % minute != 0 ? time : String(time.dropLast(3))
  }
}
