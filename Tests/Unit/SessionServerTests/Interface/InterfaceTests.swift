import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// The interface's document against what is really sent, to whom it may concern and in all states.
@Suite(.serialized)
struct InterfaceTests {
  /// What an error says beside its name; a rule of the pair table names its square, too.
  private static let errors: [String: Set<[String]>] = [
    "parseError": [[]], "invalidRequest": [[]], "methodNotFound": [[]], "notPermitted": [[]],
    "noSuchSession": [[]], "invalidParams": [["parameter", "expected", "found"]],
    "limitExceeded": [["limit", "value"]], "unsupportedProtocol": [["supported"]],
    "badParam": [["fourCC", "rule", "parameter", "expected", "found"]],
    "missingEntitlement": [["fourCC", "rule"]],
    "expiredSession": [["fourCC", "rule"]], "incompatibleCategory": [["fourCC", "rule"]],
    "cannotInterruptOthers": [["fourCC", "rule"]], "resourceNotAvailable": [["fourCC", "rule"]],
    "insufficientPriority": [["fourCC", "rule", "cell", "by"]],
  ]

  @Test func `everything that is sent is described, and all that is described is sent`() throws {
    let grants = Grant.allCases.map {
      "[Grant \($0.rawValue)]\nUsers=1000\nGroups=1002\nUnits=x.service\nUserUnits=y.service\n"
    }.joined()
    let others = """
      [Limits]
      CoalesceBytes=4096
      BatchRequests=1
      [Policy]
      EnforcementTimeout=0
      [Role siren]
      Like=alarm
      DuckWithinApplication=yes
      [Grant siren]
      Users=1000
      [Interactions]
      siren.*=duck 0.5

      """
    let interface = try InterfaceWorld(grants + others)
    let actors = try Actors(interface)
    try actors.introduce()
    try actors.lookAround()
    try actors.duck()
    try actors.interrupt()
    try actors.refuse()
    try actors.record()
    try actors.tape()
    try actors.reportTheSystem()
    try actors.lease()
    try actors.meet()
    try actors.imagine()
    try actors.imagineOthers()
    try actors.crowd()
    try interface.world.reload(grants + others + "[Policy]\nResumeOffer=infinity\nProfile=ios\n")
    try actors.lookAround()
    try actors.err()
    try actors.spoil()
    try actors.lag()
    try actors.stop()
    #expect(interface.check.faults.sorted() == [])
    #expect(interface.check.described.subtracting(interface.check.seen).sorted() == [])
    #expect(interface.errors == Self.errors)
    #expect(Set(Method.allCases.map(\.rawValue)).subtracting(interface.methods) == [])
  }

  /// Policy and limits are said twice: where they are in force, and where they are shown.
  @Test func `the policy shown without a configuration: the one that is in force without one`()
    throws
  {
    let shown = try ServerWorld().connect().ask("policy.get")
    #expect(shown["policy"] == PolicyObject(Policy()).json)
    #expect(shown["limits"] == Limits().json)
    let names = Kind.builtIn.compactMap(\.builtInName)
    #expect(shown["kinds"] == .array(names.map { .string($0) }))
    for newcomer in Kind.builtIn {
      let row = shown["table"]?[newcomer.builtInName ?? ""]
      for current in Kind.builtIn {
        let outcome = PairTable.builtIn(newcomer, current).rawValue
        #expect(row?[current.builtInName ?? ""] == .string(outcome))
      }
    }
    #expect(shown["gains"] == [:] && shown["roles"] == [:])
    #expect(shown["zones"] == ["default": "shared"] && shown["setBy"] == [:])
  }
}
