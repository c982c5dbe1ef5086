import Testing

@testable import AudioSessionArbitration
@testable import AudioSessionServer

/// Sessions that are ducked by the same share a list, and others don't.
struct LatestDuckersTests {
  private func numbers(
    _ latest: LatestDuckers,
    _ list: [UInt64],
    leftOut: Int = 0,
    _ made: inout Int
  ) -> SessionNumbers {
    var tally = Tally()
    for number in list { tally.add(SessionID(number)) }
    return latest.numbers(of: tally) {
      made += 1
      return SessionNumbers(listed: list, leftOut: leftOut)
    }
  }

  @Test func `a list is made anew for another set, and only then`() {
    let latest = LatestDuckers()
    var made = 0
    for list: [UInt64] in [[7], [7], [9], [9], [7], [7, 9], [7, 9], []] {
      #expect(numbers(latest, list, &made).listed == list)
    }
    #expect(made == 5)
  }

  @Test func `a list that leaves sessions out isn't kept`() {
    let latest = LatestDuckers()
    var made = 0
    for _ in 1...3 { #expect(numbers(latest, [1, 2], leftOut: 1, &made).leftOut == 1) }
    #expect(made == 3)
  }
}
