import TestSupport
import TestTraits
import Testing

/// What the packaged daemon costs, held below limits in what doesn't depend on the clock.
@Suite(
  .disabled(if: Measurements.lack != nil, Comment(rawValue: Measurements.lack ?? "")),
  .serialized,
  .besideThePool(.costs),
  .timeLimit(.minutes(15))
)
struct CostTests {
  @Test(arguments: Limit.all)
  func `the daemon stays within each limit`(limit: Limit) throws {
    let measured = try Measurements.taken.get().amount(for: limit)
    print("\(limit.testDescription): \(measured.words), at most \(Amount(limit.most).words)")
    let fault = limit.fault(in: measured)
    #expect(fault == nil, "\(fault ?? "")")
  }
}
