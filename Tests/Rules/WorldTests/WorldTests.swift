import TestSupport
import TestTraits
import Testing
import WorldSimulation

/// A daemon, clients, an observer and an agent in virtual time, as `.ci/soak-virtual` tries them for
/// longer.
@Suite(.besideThePool(.rounds)) struct WorldTests {
  @Test func `whatever is lost, everybody ends up with what the rules say`() {
    let seed = seed()
    let life = Life(seed: seed, count: 1_000)
    guard life.run(comparingEvery: 50) != nil else { return }
    let shrunk = life.shrunk()
    let steps = shrunk.operations.map { "\($0)" }.joined(separator: "\n")
    let fault = shrunk.run(comparingEvery: 1)?.text ?? "nothing"
    Issue.record("seed \(seed)\n\(steps)\n\(fault)")
  }
}
