/// The places of numbered things, such as sessions, by their numbers.
///
/// A dictionary would hash each number with a secret key, against somebody who chooses numbers that
/// collide. Here the daemon gives the numbers, one after another, and a multiplication scatters
/// them: a look-up takes a tenth of the time.
package struct NumberIndex: Sendable {
  /// Numbers and their places, each pair as near as can be behind where its number belongs; a place
  /// of −1 is free.
  private var numbers: [UInt64] = []
  private var places: [Int32] = []
  package private(set) var count = 0

  package init() {}

  /// The place of a number, 0 or more; nil if the number isn't there.
  package subscript(_ number: UInt64) -> Int32? {
    var index = home(number)
    while index < places.count, places[index] >= 0 {
      if numbers[index] == number { return places[index] }
      index = (index &+ 1) & (places.count &- 1)
    }
    return nil
  }

  /// Sets the place of a number, which must not be there.
  package mutating func insert(_ number: UInt64, at place: Int32) {
    if 4 * (count + 1) > 3 * places.count { grow() }
    var index = home(number)
    while places[index] >= 0 { index = (index + 1) & (places.count - 1) }
    numbers[index] = number
    places[index] = place
    count += 1
  }

  /// Removes a number, and moves those behind it nearer to where they belong.
  package mutating func remove(_ number: UInt64) {
    var gap = home(number)
    while gap < places.count, places[gap] >= 0, numbers[gap] != number {
      gap = (gap + 1) & (places.count - 1)
    }
    guard gap < places.count, places[gap] >= 0 else { return }
    count -= 1
    var index = gap
    while true {
      index = (index + 1) & (places.count - 1)
      guard places[index] >= 0 else { break }
      let distance = (index - home(numbers[index])) & (places.count - 1)
      if distance < (index - gap) & (places.count - 1) { continue }
      numbers[gap] = numbers[index]
      places[gap] = places[index]
      gap = index
    }
    places[gap] = -1
  }

  /// All places, in no particular order.
  package var all: some Sequence<Int32> { places.lazy.filter { $0 >= 0 } }

  /// Where a number belongs: the upper bits of its product with 2⁶⁴ divided by the golden ratio.
  @inline(__always)
  private func home(_ number: UInt64) -> Int {
    guard !places.isEmpty else { return 0 }
    let bits = places.count.trailingZeroBitCount
    return Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - bits))
  }

  private mutating func grow() {
    let former = self
    self = NumberIndex()
    let capacity = max(8, 2 * former.places.count)
    numbers = Array(repeating: 0, count: capacity)
    places = Array(repeating: -1, count: capacity)
    for (number, place) in zip(former.numbers, former.places) where place >= 0 {
      insert(number, at: place)
    }
  }
}

extension NumberIndex: Equatable {
  /// Both have the same numbers in the same places, whatever their history.
  package static func == (left: NumberIndex, right: NumberIndex) -> Bool {
    left.count == right.count
      && zip(left.numbers, left.places).allSatisfy { $1 < 0 || right[$0] == $1 }
  }
}
