package import AudioSessionSchema
package import AudioSessionTypes

/// The policy as `policy.get` shows it: one member for each key of `[Policy]`, times in whole
/// milliseconds.
package struct PolicyObject: Equatable, Sendable {
  package var policy: Policy

  package init(_ policy: Policy) { self.policy = policy }
}

extension PolicyObject: DescribedObject {
  package static var unsent: PolicyObject? { PolicyObject(Policy()) }

  package static func members<A: Archive & ~Copyable>(
    _ it: PolicyObject?,
    of archive: inout A
  ) throws(A.Fault) -> PolicyObject {
    var policy = Policy()
    for key in PolicyKey.all {
      switch key.value {
      case .gain(let place):
        let gain = it.map { place.value(of: $0.policy) }
        place.set(
          try archive.member(named: key.name, gain, .number(0...1), key.meaning),
          in: &policy
        )
      case .time(let place, _):
        let time = it.map { Milliseconds(place.value(of: $0.policy)) }
        let read = try archive.member(named: key.name, time, .count, key.meaning)
        place.set(read.duration, in: &policy)
      case .timeLimit(let place, _):
        let limit = it.map { Nullable(value: place.value(of: $0.policy).map { Milliseconds($0) }) }
        let read = try archive.member(named: key.name, limit, .nullable(.count), key.meaning)
        place.set(read.value?.duration, in: &policy)
      case .flag(let place):
        let isOn = it.map { place.value(of: $0.policy) }
        place.set(try archive.member(named: key.name, isOn, .boolean, key.meaning), in: &policy)
      }
    }
    return PolicyObject(policy)
  }
}

/// A duration in whole milliseconds.
private struct Milliseconds: Described {
  var duration: Duration

  init(_ duration: Duration) { self.duration = duration }

  static func passed<A: Archive & ~Copyable>(
    _ it: Milliseconds?,
    through archive: inout A
  ) throws(A.Fault) -> Milliseconds {
    let count = try Int.passed(it?.duration.inMilliseconds, through: &archive)
    return Milliseconds(.milliseconds(count))
  }
}
