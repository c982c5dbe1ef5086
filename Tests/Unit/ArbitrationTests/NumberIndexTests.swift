import AudioSessionArbitration
import TestSupport
import Testing

/// The index does what a dictionary does, whatever the numbers and the order of changes.
struct NumberIndexTests {
  @Test func `the index after random insertions and removals: agrees with a dictionary`() {
    var generator = SplitMix64(seed: seed())
    // Few numbers collide often; so do those that belong to one place, multiples of a power of 2.
    for (bound, factor) in [(UInt64(20), UInt64(1)), (2000, 1), (200, 1 << 40), (.max / 2, 1)] {
      var index = NumberIndex()
      var dictionary: [UInt64: Int32] = [:]
      for _ in 0..<4000 {
        let number = UInt64.random(in: 0..<bound, using: &generator) &* factor
        if dictionary[number] != nil {
          index.remove(number)
          dictionary[number] = nil
        } else {
          let place = Int32.random(in: 0..<1000, using: &generator)
          index.insert(number, at: place)
          dictionary[number] = place
        }
        #expect(index.count == dictionary.count)
        #expect(index[number] == dictionary[number])
      }
      for (number, place) in dictionary { #expect(index[number] == place) }
      #expect(index.all.sorted() == dictionary.values.sorted())
    }
  }

  @Test func `a number that isn't there has no place`() {
    var index = NumberIndex()
    #expect(index[0] == nil)
    index.remove(7)
    index.insert(7, at: 0)
    #expect(index[7] == 0)
    #expect(index[8] == nil)
    index.remove(8)
    #expect(index.count == 1)
  }

  @Test func `equality is that of the contents`() {
    var one = NumberIndex()
    var other = NumberIndex()
    for number in UInt64(1)...100 { one.insert(number, at: Int32(number)) }
    for number in (UInt64(1)...200).reversed() { other.insert(number, at: Int32(number)) }
    #expect(one != other)
    for number in UInt64(101)...200 { other.remove(number) }
    #expect(one == other)
    other.remove(50)
    other.insert(50, at: 51)
    #expect(one != other)
  }
}
