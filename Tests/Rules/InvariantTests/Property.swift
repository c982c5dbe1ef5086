import AudioSessionArbitration
import AudioSessionTypes
import Foundation
import ReferenceRules
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

/// The differences of a policy from the built-in one.
func differences(_ policy: Policy) -> String {
  let fields = zip(Mirror(reflecting: policy).children, Mirror(reflecting: Policy()).children)
    .compactMap { mine, other -> String? in
      let isListed = ["roles", "overrides"].contains(mine.label)
      let isEqual = "\(mine.value)" == "\(other.value)"
      return isEqual || isListed ? nil : "\(mine.label ?? "")=\(plain(mine.value))"
    }
  let roles = policy.roles.map { "\($0.name)~\(plain($0.like))" }
  let lines = policy.overrides.map { line in
    let halves = [line.newcomer, line.current].map { place in
      place.map { policy.kindNames[$0] } ?? "*"
    }
    let gain = line.square.gain.map { " \($0)" } ?? ""
    return "\(halves.joined(separator: "."))=\(line.square.outcome.rawValue)\(gain)"
  }
  return (fields + roles + lines).joined(separator: ", ")
}

/// The core, played from the beginning, with each step shown to a check.
struct Play {
  struct Step {
    var before: Arbiter
    var after: Arbiter
    var event: Event
    var decision: Decision
    var now: Instant
  }

  /// The first thing that the check finds wrong.
  static func fault(
    _ policy: Policy,
    _ moments: [Moment],
    _ check: (Step) -> String?
  ) -> String? {
    var arbiter = Arbiter(policy: policy)
    var decision = Decision()
    for moment in moments {
      guard let event = arbiter.admitted(moment.event) else { continue }
      let before = arbiter
      arbiter.apply(event, at: moment.now, into: &decision)
      let step = Step(
        before: before,
        after: arbiter,
        event: event,
        decision: decision,
        now: moment.now
      )
      if let fault = check(step) { return "after \(moment)\n\(fault)" }
    }
    return nil
  }
}

extension Arbiter {
  /// All open sessions with their lists, by number.
  var naiveViews: [NaiveView] { sessionIDs.compactMap { NaiveView(of: $0, in: self) } }

  /// All that `policy.explain` says of everybody, by number.
  var explained: [NaiveExplanation] {
    sessionIDs.flatMap { NaiveExplanation.all(of: $0, in: self) }
  }

  var enforced: [SessionID] {
    var list: [SessionID] = []
    enforced(into: &list)
    return list
  }
}

/// Two lists, where they first differ; nil: nowhere.
func firstDifference<Value: Equatable>(_ what: String, core: [Value], reference: [Value]) -> String?
{
  if core == reference { return nil }
  let index = zip(core, reference).prefix { $0 == $1 }.count
  let found = core.indices.contains(index) ? fields(core[index]) : ["nothing"]
  let expected = reference.indices.contains(index) ? fields(reference[index]) : ["nothing"]
  let lines =
    found.count == expected.count && found.count > 1
    ? zip(found, expected).filter { $0 != $1 }.map { "core \($0), reference \($1)" }
    : ["core \(found.joined(separator: ", "))", "reference \(expected.joined(separator: ", "))"]
  let id = found.first ?? ""
  return "\(what) at \(index) (\(id)):\n    " + lines.joined(separator: "\n    ")
}

private func fields(_ value: some Any) -> [String] {
  guard value is NaiveView else { return [plain(value)] }
  return Mirror(reflecting: value).children.map { "\($0.label ?? "")=\(plain($0.value))" }
}
