public import AudioSessionSchema
package import AudioSessionTypes

// Plain values: numbers, and sets of words.

/// A gain, linear, 0…1.
struct ArchivedGain: Described {
  var gain: Double

  static func passed<A: Archive & ~Copyable>(
    _ value: ArchivedGain?,
    through archive: inout A
  ) throws(A.Fault) -> ArchivedGain {
    let gain = try archive.number(value?.gain)
    guard (0...1).contains(gain) else { throw archive.fault("a gain from 0 to 1") }
    return ArchivedGain(gain: gain)
  }
}

/// In nanoseconds.
extension Instant: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ value: Instant?,
    through archive: inout A
  ) throws(A.Fault) -> Instant {
    let count = try archive.count(value.map { UInt64($0.nanoseconds) })
    if count == UInt64(Instant.distantFuture.nanoseconds) { return .distantFuture }
    // Half of the range, so that what the rules add to it can't overflow.
    guard count < 1 << 62 else { throw archive.fault("a time below 2^62 nanoseconds") }
    return Instant(nanoseconds: Int64(count))
  }
}

/// In nanoseconds.
extension Duration: Described {
  @usableFromInline
  package static func passed<A: Archive & ~Copyable>(
    _ value: Duration?,
    through archive: inout A
  ) throws(A.Fault) -> Duration {
    let nanoseconds = value.map { value in
      let (seconds, attoseconds) = value.components
      return UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
    let count = try archive.count(nanoseconds)
    guard count <= 10 * 86_400 * 1_000_000_000 else { throw archive.fault("at most 10 days") }
    return .nanoseconds(Int64(count))
  }
}

// Numbers of the core or of its shell.

extension SessionID: DescribedNumber {}
extension ProcessID: DescribedNumber {}
extension ApplicationID: DescribedNumber {}
extension ZoneID: DescribedNumber {}
extension ConnectionID: DescribedNumber {}

extension UserID: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ value: UserID?,
    through archive: inout A
  ) throws(A.Fault) -> UserID {
    let count = try archive.count(value.map { UInt64($0.number) })
    guard let number = UInt32(exactly: count) else { throw archive.fault("a uid") }
    return UserID(number)
  }
}

/// By number: a role has its name from the policy.
extension Kind: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ value: Kind?,
    through archive: inout A
  ) throws(A.Fault) -> Kind {
    let count = try archive.count(value.map { UInt64($0.rawValue) })
    guard let number = UInt32(exactly: count) else { throw archive.fault("the number of a kind") }
    return Kind(rawValue: number)
  }
}

/// The mask, since a program may name bits that no option has (R4).
extension CategoryOptions: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ value: CategoryOptions?,
    through archive: inout A
  ) throws(A.Fault) -> CategoryOptions {
    let mask = try archive.count(value.map { UInt64($0.rawValue) })
    return CategoryOptions(rawValue: UInt(mask))
  }
}

extension Preferences: Described {
  package static func passed<A: Archive & ~Copyable>(
    _ value: Preferences?,
    through archive: inout A
  ) throws(A.Fault) -> Preferences {
    let names = try archive.list(
      value.map { set in Preferences.named.filter { set.contains($0.preference) }.map { $0.name } }
    )
    var set: Preferences = []
    for name in names {
      guard let named = Preferences.named.first(where: { $0.name == name }) else {
        throw archive.fault("names of preferences")
      }
      set.formUnion(named.preference)
    }
    return set
  }
}
