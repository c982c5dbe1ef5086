import Arbitration
import AudioSessionWire
import ConfigurationFile
import Testing

@testable import SessionServer

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

  @Test(arguments: cases.indices)
  func `grants go to users, groups and units`(_ index: Int) {
    let row = GrantsTests.cases[index]
    let grants = GrantsTests.rules.grants(
      of: row.peer,
      groups: row.groups,
      byUserUnit: row.isUserInstance
    )
    #expect(grants.grants == row.held, "\(row.name)")
  }

  @Test func `only groups that a rule names are of interest`() {
    #expect(GrantsTests.rules.namedGroups == [29])
    #expect([Grant: GrantRules]().namedGroups == [])
  }

  @Test func `R3: the core judges by the grants of priorities alone`() {
    for grant in Grant.allCases {
      let priorities = PeerGrants(grant).priorities
      let expected: Grants =
        switch grant {
        case .phoneCall: .phoneCall
        case .ringtone: .ringtone
        case .alarm: .alarm
        case .assistant: .assistant
        case .system, .enforcement, .observe, .admin: []
        }
      #expect(priorities == expected)
    }
  }
}
