import AudioSessionJSON
import TestSupport
import Testing

@testable import AudioSessionServer

/// Values are found by their numbers, whichever others come and go.
struct NumberedValuesTests {
  @Test func `a number finds its value, and nothing once that is gone`() {
    var generator = SplitMix64(seed: seed())
    var values = NumberedValues<String>()
    var known: [UInt64: String] = [:]
    for number in 1...2000 as ClosedRange<UInt64> {
      values[number] = "\(number)"
      known[number] = "\(number)"
      // Few live long, so that places are given again.
      while known.count > Int.random(in: 1...40, using: &generator) {
        guard let gone = known.keys.randomElement(using: &generator) else { break }
        known[gone] = nil
        values[gone] = nil
        #expect(values[gone] == nil)
      }
      for (number, value) in known { #expect(values[number] == value) }
      #expect(values.all.sorted() == known.values.sorted())
    }
  }

  @Test func `a late question for a value that is gone doesn't find its successor`() {
    var values = NumberedValues<String>()
    values[1] = "first"
    values[1] = nil
    values[17] = "second"
    #expect(values[1] == nil)
    values[1] = nil
    #expect(values[17] == "second")
    values[17] = "third"
    #expect(values[17] == "third")
    #expect(Array(values.all) == ["third"])
  }
}
