package import AudioSessionTypes

// Plain values: numbers, words and sets of words.

extension String: Archived {
  package static func passed(
    _ value: String?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> String {
    try archive.text(value)
  }
}

extension Bool: Archived {
  package static func passed(
    _ value: Bool?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Bool {
    try archive.truth(value)
  }
}

extension UInt64: Archived {
  package static func passed(
    _ value: UInt64?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> UInt64 {
    try archive.count(value)
  }
}

extension Double: Archived {
  package static func passed(
    _ value: Double?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Double {
    try archive.number(value)
  }
}

/// A gain, linear, 0…1.
struct ArchivedGain: Archived {
  var gain: Double

  static func passed(
    _ value: ArchivedGain?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> ArchivedGain {
    let gain = try archive.number(value?.gain)
    guard (0...1).contains(gain) else { throw archive.fault("a gain from 0 to 1") }
    return ArchivedGain(gain: gain)
  }
}

/// In nanoseconds.
extension Instant: Archived {
  package static func passed(
    _ value: Instant?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Instant {
    let count = try archive.count(value.map { UInt64($0.nanoseconds) })
    if count == UInt64(Instant.distantFuture.nanoseconds) { return .distantFuture }
    // Half of the range, so that what the rules add to it can't overflow.
    guard count < 1 << 62 else { throw archive.fault("a time below 2^62 nanoseconds") }
    return Instant(nanoseconds: Int64(count))
  }
}

/// In nanoseconds.
extension Duration: Archived {
  package static func passed(
    _ value: Duration?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Duration {
    let nanoseconds = value.map { value in
      let (seconds, attoseconds) = value.components
      return UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
    let count = try archive.count(nanoseconds)
    guard count <= 10 * 86_400 * 1_000_000_000 else { throw archive.fault("at most 10 days") }
    return .nanoseconds(Int64(count))
  }
}

/// A number of the core or of its shell.
private protocol ArchivedNumber: Archived {
  var number: UInt64 { get }
  init(_ number: UInt64)
}

extension ArchivedNumber {
  package static func passed(
    _ value: Self?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Self {
    Self(try archive.count(value?.number))
  }
}

extension SessionID: ArchivedNumber {}
extension ProcessID: ArchivedNumber {}
extension ApplicationID: ArchivedNumber {}
extension ZoneID: ArchivedNumber {}
extension ConnectionID: ArchivedNumber {}

extension UserID: Archived {
  package static func passed(
    _ value: UserID?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> UserID {
    let count = try archive.count(value.map { UInt64($0.number) })
    guard let number = UInt32(exactly: count) else { throw archive.fault("a uid") }
    return UserID(number)
  }
}

/// By number: a role has its name from the policy.
extension Kind: Archived {
  package static func passed(
    _ value: Kind?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Kind {
    let count = try archive.count(value.map { UInt64($0.rawValue) })
    guard let number = UInt32(exactly: count) else { throw archive.fault("the number of a kind") }
    return Kind(rawValue: number)
  }
}

/// A value that is stored as a word.
protocol ArchivedWord: Archived, RawRepresentable<String>, CaseIterable {}

extension ArchivedWord {
  package static func passed(
    _ value: Self?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Self {
    guard let word = Self(rawValue: try archive.text(value?.rawValue)) else {
      throw archive.fault("one of \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }
}

extension Category: ArchivedWord {}
extension Mode: ArchivedWord {}
extension RouteSharingPolicy: ArchivedWord {}
extension Priority: ArchivedWord {}
extension AlertStyle: ArchivedWord {}
extension Outcome: ArchivedWord {}
extension SessionState: ArchivedWord {}
extension InterruptionReason: ArchivedWord {}
extension RouteChangeReason: ArchivedWord {}
extension ArbitrationError: ArchivedWord {}

/// The mask, since a program may name bits that no option has (R4).
extension CategoryOptions: Archived {
  package static func passed(
    _ value: CategoryOptions?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> CategoryOptions {
    let mask = try archive.count(value.map { UInt64($0.rawValue) })
    return CategoryOptions(rawValue: UInt(mask))
  }
}

extension Preferences: Archived {
  package static func passed(
    _ value: Preferences?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Preferences {
    let names = try archive.list(
      value.map { set in Preferences.named.filter { set.contains($0.preference) }.map(\.name) }
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

extension Rule: Archived {
  package static func passed(
    _ value: Rule?,
    through archive: inout some Archive
  ) throws(ArchiveFault) -> Rule {
    let name = try archive.text(value?.name)
    guard let rule = Rule.allCases.first(where: { $0.name == name }) else {
      throw archive.fault("a rule, such as R28")
    }
    return rule
  }
}
