package import AudioSessionTypes
import ReferenceRules

/// The differences of a policy from the built-in one.
package func differences(_ policy: Policy) -> String {
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

/// Two lists, where they first differ; nil: nowhere.
package func firstDifference<Value: Equatable>(
  _ what: String,
  core: [Value],
  reference: [Value]
) -> String? {
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
