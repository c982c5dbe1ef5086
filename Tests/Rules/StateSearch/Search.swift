import AudioSessionArbitration
import AudioSessionTypes
package import ReferenceRules
import RuleInvariants
package import TestSupport

/// Tries every state of a world, breadth first: each edge is compared with the reference, and each
/// state is seen once.
///
/// Beyond the limit a part is tried: of each depth's new states a choice by the seed, so that the
/// depths behind it are reached, too.
package struct Search {
  /// How far a search goes.
  package struct Limits: Sendable {
    /// The number of states up to which each one is expanded.
    package var states: Int
    /// Chooses the states that are expanded beyond that.
    package var seed: UInt64
    /// When it ends in any case.
    package var end: ContinuousClock.Instant?
    /// The greatest number of events.
    package var depth = 40

    package init(states: Int, seed: UInt64 = 1, end: ContinuousClock.Instant? = nil) {
      self.states = states
      self.seed = seed
      self.end = end
    }

    /// The number of states of one depth that are expanded beyond the limit.
    var width: Int { max(states / 20, 10) }
  }

  /// What a search has found.
  package struct Result: Sendable {
    package var states = 1
    package var edges = 0
    /// The number of events to the last states that were found.
    package var depth = 0
    /// Whether every state of the world was expanded.
    package var isExhausted = true
    /// The text of a scenario; nil: nothing is wrong.
    package var counterexample: String?
  }

  /// A state that waits to be expanded.
  private struct Entry {
    var node: Node
    var trace: Int32
    /// Chooses by the seed.
    var lot: UInt64
  }

  private let world: World
  private let limits: Limits
  private let plant: (inout NaiveArbiter.Result) -> Void
  private var result = Result()
  private var seen: Set<StateKey> = []
  /// How it has come where it is.
  package let trail: Trail
  private var actions: [String: Action] = [:]
  private var policies: [Policy] = []

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - world: What may happen.
  ///   - limits: How far it goes.
  ///   - plant: Changes what the reference says, so that a test sees it found.
  package init(
    of world: World,
    _ limits: Limits,
    plant: @escaping (inout NaiveArbiter.Result) -> Void = { _ in }
  ) {
    self.world = world
    self.limits = limits
    self.plant = plant
    trail = Trail(world)
  }

  /// Searches.
  ///
  /// - Returns: What was found.
  /// - Throws: What of the world isn't understood.
  package mutating func run() throws(ScenarioFault) -> Result {
    let root = try Node(world)
    seen.insert(root.key(policy: number(of: root.play.arbiter.policy)))
    var frontier = [Entry(node: root, trace: -1, lot: 0)]
    while !frontier.isEmpty, result.depth < limits.depth {
      var next: [Entry] = []
      for entry in frontier {
        if isOver {
          result.isExhausted = false
          return result
        }
        if try expand(entry, &next) { return result }
      }
      if !next.isEmpty { result.depth += 1 }
      thin(&next, to: limits.width)
      frontier = next
    }
    if !frontier.isEmpty { result.isExhausted = false }
    return result
  }

  private var isOver: Bool { limits.end.map { $0 < .now } ?? false }

  /// Beyond the limit, a choice of what was found.
  private mutating func thin(_ entries: inout [Entry], to width: Int) {
    guard result.states > limits.states, entries.count > width else { return }
    result.isExhausted = false
    entries.sort { $0.lot < $1.lot }
    entries.removeLast(entries.count - width)
  }

  /// Makes every move from a state; true: there is a counterexample.
  private mutating func expand(_ entry: Entry, _ next: inout [Entry]) throws(ScenarioFault) -> Bool
  {
    let node = entry.node
    let views = node.play.arbiter.naiveViews
    for move in world.moves(of: node.names) {
      var after = node
      guard let words = after.words(of: move) else { continue }
      let action = try action(words)
      var difference: Difference?
      trail.edge = Trail.Edge(parent: entry.trace, move: move)
      do throws(ScenarioFault) {
        difference = try after.perform(action, views, plant)
      } catch {
        // It can't happen here, as an offer that lapses where there is none.
        continue
      }
      result.edges += 1
      if let difference {
        result.counterexample = try Counterexample(world, trail.moves).text(difference)
        return true
      }
      let key = after.key(policy: number(of: after.play.arbiter.policy))
      guard seen.insert(key).inserted else { continue }
      result.states += 1
      if let fault = after.fault(after.play.arbiter.naiveViews) {
        result.counterexample = try Counterexample(world, trail.moves).text(fault)
        return true
      }
      let trace = trail.keep()
      let lot = key.low ^ limits.seed &* 0x9E37_79B9_7F4A_7C15
      next.append(Entry(node: after, trace: trace, lot: lot))
      // So that the states of one depth that nobody will expand don't fill the memory.
      if next.count > 8 * limits.width { thin(&next, to: 4 * limits.width) }
    }
    return false
  }

  /// The policies that were in force are numbered as they come.
  private mutating func number(of policy: Policy) -> Int {
    if let number = policies.firstIndex(of: policy) { return number }
    policies.append(policy)
    return policies.count - 1
  }

  private mutating func action(_ words: String) throws(ScenarioFault) -> Action {
    if let known = actions[words] { return known }
    let action = try Action(words)
    actions[words] = action
    return action
  }
}
