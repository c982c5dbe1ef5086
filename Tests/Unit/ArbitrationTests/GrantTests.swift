import AudioSessionArbitration
import AudioSessionTypes
import Testing

/// R3: which grant each priority needs; the reference asks the same `Grants`, so it can't tell.
struct GrantTests {
  private static let privileged: [Priority] = [.assistant, .alarm, .ringtone, .phoneCall]

  /// Every set of the four priorities above normal.
  private static let sets: [[Priority]] = (0..<16).map { bits in
    privileged.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
  }

  private static let granted = Effect.granted(SessionID(1))
  private static let refused = Effect.refused(nil, .missingEntitlement, by: nil)

  @Test func `R3: each priority above normal needs its own grant, and no other`() {
    #expect([.normal] + GrantTests.privileged == Priority.allCases)
    for priority in Priority.allCases {
      for held in GrantTests.sets {
        let grants = held.reduce(Grants.none) { $0.union(Grants($1)) }
        var change = ConfigurationChange()
        change.priority = priority
        let isHeld = priority == .normal || held.contains(priority)
        let expected = isHeld ? GrantTests.granted : GrantTests.refused
        #expect(reply(to: change, grants) == expected, "\(priority) with \(held)")
      }
    }
  }

  /// 32 roles like an alarm: the grant of each, and of no other, lets it in.
  @Test func `R66: each role above normal needs its own grant, and no priority's`() throws {
    var policy = Policy()
    policy.roles = (0..<Policy.maximumRoles).map { Policy.Role("role\($0)", like: .alarm) }
    for claimed in policy.roles.indices {
      let kind = try #require(Arbiter(policy: policy).kind(ofRole: policy.roles[claimed].name))
      var change = ConfigurationChange()
      change.role = .named(kind)
      for held in policy.roles.indices {
        let expected = held == claimed ? GrantTests.granted : GrantTests.refused
        #expect(reply(to: change, Grants(role: held), policy) == expected)
      }
      #expect(reply(to: change, Grants(.alarm), policy) == GrantTests.refused)
      #expect(reply(to: change, .all, policy) == GrantTests.granted)
    }
  }

  /// The reply to the opening of a session.
  private func reply(
    to change: ConfigurationChange,
    _ grants: Grants,
    _ policy: Policy = Policy()
  ) -> Effect? {
    var arbiter = Arbiter(policy: policy)
    var decision = Decision()
    let open = Event.open(
      Opening(
        id: SessionID(1),
        owner: Owner(process: ProcessID(1), user: UserID(1000)),
        scope: Scope(ApplicationID(1)),
        change: change,
        grants: grants
      )
    )
    arbiter.apply(open, at: Instant(nanoseconds: 0), into: &decision)
    return decision.effects.first?.effect
  }
}
