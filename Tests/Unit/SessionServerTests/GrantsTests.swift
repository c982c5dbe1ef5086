import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// Who holds what, and what follows for what may be seen.
struct GrantsTests {
  private static let rules: [Grant: GrantRules] = [
    .system: GrantRules(users: [7]),
    .alarm: GrantRules(groups: [29]),
    .phoneCall: GrantRules(units: ["phone.service"]),
    .admin: GrantRules(),
    .observe: GrantRules(userUnits: ["app.scope"]),
  ]

  private struct Case {
    let name: String
    let peer: PeerIdentity
    var groups: [UInt32] = []
    var isUserInstance = false
    let held: [Grant]
  }

  private static let cases = [
    Case(name: "nobody", peer: .fixture(), held: []),
    Case(name: "the user", peer: .fixture(uid: 7), held: [.system]),
    Case(name: "the group", peer: .fixture(gid: 29), held: [.alarm]),
    Case(name: "a supplementary group", peer: .fixture(), groups: [5, 29], held: [.alarm]),
    Case(name: "the system's unit", peer: .fixture(unit: "phone.service"), held: [.phoneCall]),
    Case(
      name: "a user's unit of that name is the user's to choose",
      peer: .fixture(unit: "user@1000.service", userUnit: "phone.service"),
      held: []
    ),
    Case(
      name: "in the user's own instance it counts",
      peer: .fixture(unit: "user@1000.service", userUnit: "phone.service"),
      isUserInstance: true,
      held: [.phoneCall]
    ),
    Case(
      name: "a user's unit where it is one of the user's that is named",
      peer: .fixture(unit: "user@1000.service", userUnit: "app.scope"),
      held: [.observe]
    ),
    Case(
      name: "the system's unit is none of the user's",
      peer: .fixture(unit: "app.scope"),
      held: []
    ),
    Case(
      name: "several",
      peer: .fixture(uid: 7, unit: "phone.service"),
      groups: [29],
      held: [.phoneCall, .alarm, .system]
    ),
  ]

  /// Settings with these rules, and with roles of which one is above normal.
  private static var settings: Settings {
    var settings = Settings()
    settings.grants = rules
    settings.policy.roles = [
      Policy.Role("jingle", like: .ducking), Policy.Role("siren", like: .alarm),
    ]
    settings.roleGrants = ["siren": GrantRules(users: [7], groups: [30])]
    return settings
  }

  @Test(arguments: cases.indices)
  func `grants go to users, groups and units`(_ index: Int) {
    let row = GrantsTests.cases[index]
    let grants = GrantsTests.settings.grants(
      of: row.peer,
      groups: row.groups,
      byUserUnit: row.isUserInstance
    )
    #expect(Grant.allCases.filter(grants.holds) == row.held, "\(row.name)")
  }

  @Test func `only groups that a rule names are of interest`() {
    #expect(GrantsTests.settings.namedGroups == [29, 30])
    #expect(Settings().namedGroups == [])
  }

  @Test func `R3: the core judges by the grants of priorities alone`() {
    for grant in Grant.allCases {
      var held = PeerGrants()
      held.insert(grant)
      let expected: Grants =
        switch grant {
        case .phoneCall: Grants(.phoneCall)
        case .ringtone: Grants(.ringtone)
        case .alarm: Grants(.alarm)
        case .assistant: Grants(.assistant)
        case .system, .enforcement, .observe, .admin: .none
        }
      #expect(held.claims == expected)
      #expect(held.names(Policy()) == [grant.rawValue])
    }
  }

  @Test func `R66: a role above normal is a grant of its own, one that isn't is everybody's`() {
    let settings = GrantsTests.settings
    let rows: [(peer: PeerIdentity, groups: [UInt32], names: [String], mayAll: Bool)] = [
      (.fixture(), [], [], false), (.fixture(uid: 7), [], ["system", "siren"], true),
      (.fixture(), [30], ["siren"], true),
    ]
    for (peer, groups, names, mayAll) in rows {
      let held = settings.grants(of: peer, groups: groups, byUserUnit: false)
      #expect(held.names(settings.policy) == names)
      #expect(held.allow(settings.policy, role: 0))
      #expect(held.allow(settings.policy, role: 1) == mayAll)
      #expect(held.claims.contains(Grants(role: 1)) == mayAll)
      // The kind's own grant is another.
      #expect(!held.claims.allow(.alarm))
    }
  }
}
