import Arbitration
import AudioSessionTypes
import Testing

/// R3: which grant each priority needs; the reference asks the same `Grants`, so it can't tell.
struct GrantTests {
  private static let needed: [(priority: Priority, grant: Grants)] = [
    (.normal, []), (.assistant, .assistant), (.alarm, .alarm), (.ringtone, .ringtone),
    (.phoneCall, .phoneCall),
  ]

  @Test func `R3: each priority above normal needs its own grant, and no other`() {
    for (priority, grant) in GrantTests.needed {
      for bits in UInt8(0)...15 {
        let held = Grants(rawValue: bits)
        var change = ConfigurationChange()
        change.priority = priority
        let expected: Effect =
          held.isSuperset(of: grant)
          ? .granted(SessionID(1)) : .refused(nil, .missingEntitlement, by: nil)
        #expect(reply(to: change, held) == expected, "\(priority) with \(bits)")
      }
    }
    #expect(GrantTests.needed.map(\.priority) == Priority.allCases)
  }

  /// What a session that is opened so is answered.
  private func reply(to change: ConfigurationChange, _ grants: Grants) -> Effect? {
    var arbiter = Arbiter()
    var decision = Decision()
    let open = Event.open(
      SessionID(1),
      Owner(process: ProcessID(1), user: UserID(1000)),
      change,
      grants: grants,
      lease: nil,
      isWithinLimits: true
    )
    arbiter.apply(open, at: Instant(nanoseconds: 0), into: &decision)
    return decision.effects.first?.effect
  }
}
