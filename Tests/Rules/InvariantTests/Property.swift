import AudioSessionArbitration
import AudioSessionTypes
import Foundation
import ReferenceRules
import RuleInvariants
import Testing

/// Something that holds for every sequence of events, tried on many.
///
/// `SEED` tries one sequence only, `ROUNDS` says how many otherwise.
struct Property {
  /// Whether policies have lines of their own for the pair table.
  var variesTable = true
  /// Whether reloads come often, and most sessions have roles.
  var changesRoles = false
  var length = 80
  /// The number of sequences that are tried by default.
  var rounds: Int
  /// The seed of the first.
  var first: UInt64 = 1
  /// Finds the fault of a sequence; nil: there is none.
  var fault: (Policy, [Moment]) -> String?

  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    let environment = ProcessInfo.processInfo.environment
    let only = environment["SEED"].flatMap(UInt64.init)
    let rounds = only == nil ? environment["ROUNDS"].flatMap(Int.init) ?? rounds : 1
    let first = only ?? first
    for seed in first..<first + UInt64(rounds) {
      guard let report = report(seed: seed) else { continue }
      Issue.record(Comment(rawValue: report), sourceLocation: sourceLocation)
      return
    }
  }

  private func report(seed: UInt64) -> String? {
    var generator = EventGenerator(
      seed: seed,
      variesTable: variesTable,
      changesRoles: changesRoles
    )
    let policy = generator.policy
    let moments = generator.moments(count: length)
    guard fault(policy, moments) != nil else { return nil }
    let minimal = shortened(policy, moments)
    let steps = minimal.map { "  \($0)" }.joined(separator: "\n")
    let start = policy == Policy() ? "" : "  policy \(differences(policy))\n"
    return "seed=\(seed)\n\(start)\(steps)\n\(fault(policy, minimal) ?? "")"
  }

  /// Without every event that the fault doesn't need.
  private func shortened(_ policy: Policy, _ moments: [Moment]) -> [Moment] {
    var current = moments
    var count = 0
    repeat {
      count = current.count
      for index in current.indices.reversed() {
        var shorter = current
        shorter.remove(at: index)
        if fault(policy, shorter) != nil { current = shorter }
      }
    } while current.count < count
    return current
  }
}

/// The core, played from the beginning, with each step shown to a check.
struct Play {
  /// The first thing that the check finds wrong.
  static func fault(
    _ policy: Policy,
    _ moments: [Moment],
    _ check: (Transition) -> String?
  ) -> String? {
    var arbiter = Arbiter(policy: policy)
    var views: [NaiveView] = []
    var decision = Decision()
    for moment in moments {
      guard let event = arbiter.admitted(moment.event) else { continue }
      let before = arbiter
      arbiter.apply(event, at: moment.now, into: &decision)
      let admitted = Moment(event: event, now: moment.now)
      let step = Transition(admitted, from: before, showing: views, to: arbiter, decision)
      views = step.viewsAfter
      if let fault = check(step) { return "after \(moment)\n\(fault)" }
    }
    return nil
  }
}
