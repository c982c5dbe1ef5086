import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionTypes
import AudioSessionWire
import TestSupport
import Testing

@Suite struct SettingTests {
  @Test func `without any line the defaults hold`() throws {
    let settings = try load("").settings
    #expect(settings.policy == Policy())
    #expect(settings.limits == Limits())
    let root = GrantRules(users: [0])
    #expect(settings.grants == Dictionary(uniqueKeysWithValues: Grant.allCases.map { ($0, root) }))
  }

  @Test func `every key has a meaning and a name of its own`() {
    #expect(Setting.all.filter(\.meaning.isEmpty).map(\.key) == [])
    #expect(Set(Setting.all.map { "\($0.section) \($0.key)" }).count == Setting.all.count)
  }

  static let values: [(line: String, change: @Sendable (inout Settings) -> Void)] = [
    ("[Policy]\nDuckGain=0", { $0.policy.duckGain = 0 }),
    ("[Policy]\nDuckGain=1", { $0.policy.duckGain = 1 }),
    ("[Policy]\nStrongDuckGain=1e-3", { $0.policy.strongDuckGain = 0.001 }),
    ("[Policy]\nDuckGain=0dB", { $0.policy.duckGain = 1 }),
    ("[Policy]\nDuckGain=-20 dB", { $0.policy.duckGain = 0.1 }),
    ("[Policy]\nStrongDuckGain=-40DB", { $0.policy.strongDuckGain = 0.01 }),
    ("[Policy]\nDuckRamp=10s", { $0.policy.duckRamp = .seconds(10) }),
    ("[Policy]\nUnduckRamp=0", { $0.policy.unduckRamp = .zero }),
    ("[Policy]\nResumeOffer=9min 60s", { $0.policy.resumeOffer = .seconds(600) }),
    ("[Policy]\nEndedOnSilentDeactivation=no", { $0.policy.endedOnSilentDeactivation = false }),
    ("[Policy]\nPlaybackDuringPhoneCall=OFF", { $0.policy.playbackDuringPhoneCall = false }),
    ("[Policy]\nInterruptOnSleep=0", { $0.policy.interruptOnSleep = false }),
    ("[Policy]\nInterruptOnSleep=f\nInterruptOnSleep=T", { _ in }),
    ("[Policy]\nRefusedDisplaces=yes", { $0.policy.refusedDisplaces = true }),
    ("[Policy]\nReleaseOnMixable=no", { $0.policy.releaseOnMixable = false }),
    ("[Policy]\nInterruptedMayStart=no", { $0.policy.interruptedMayStart = false }),
    (
      "[Policy]\nAccessibilityGrant=yes",
      {
        $0.policy.accessibilityGrant = true
        $0.roleGrants["accessibility"] = Settings().grants[.admin]
      }
    ),
    ("[Policy]\nTellDucked=no", { $0.policy.tellDucked = false }),
    ("[Policy]\nAboveNormalNotifies=no", { $0.policy.aboveNormalNotifies = false }),
    ("[Policy]\nMeetWithinApplication=yes", { $0.policy.meetWithinApplication = true }),
    ("[Policy]\nUnsuitableModeIsDefault=yes", { $0.policy.unsuitableModeIsDefault = true }),
    ("[Policy]\nBannerIsSilent=yes", { $0.policy.bannerIsSilent = true }),
    ("[Policy]\nRouteLossInterruptsAll=no", { $0.policy.routeLossInterruptsAll = false }),
    ("[Policy]\nSuspensionIsTold=no", { $0.policy.suspensionIsTold = false }),
    ("[Policy]\nBackgroundStartByCategory=yes", { $0.policy.backgroundStartByCategory = true }),
    ("[Policy]\nEnforcementTimeout=2", { $0.policy.enforcementTimeout = .seconds(2) }),
    ("[Limits]\nLineBytes=4096", { $0.limits.lineBytes = 4096 }),
    ("[Limits]\nLineBytes=8K", { $0.limits.lineBytes = 8192 }),
    ("[Limits]\nUnsentBytes=64M", { $0.limits.unsentBytes = 67_108_864 }),
    ("[Limits]\nBatchRequests=1024", { $0.limits.batchRequests = 1024 }),
    ("[Limits]\nJSONDepth=8", { $0.limits.jsonDepth = 8 }),
    ("[Limits]\nNameBytes=1024", { $0.limits.nameBytes = 1024 }),
    ("[Limits]\nSessionsPerConnection=1024", { $0.limits.sessionsPerConnection = 1024 }),
    ("[Limits]\nSessionsPerUser=16", { $0.limits.sessionsPerUser = 16 }),
    ("[Limits]\nConnectionsPerUser=4096", { $0.limits.connectionsPerUser = 4096 }),
    ("[Limits]\nConnections=256", { $0.limits.connections = 256 }),
    ("[Limits]\nCoalesceBytes=4096", { $0.limits.coalesceBytes = 4096 }),
    ("[Limits]\nUnsentBytes=67108864", { $0.limits.unsentBytes = 67_108_864 }),
    ("[Limits]\nBufferedBytesPerUser=4096", { $0.limits.bufferedBytesPerUser = 4096 }),
    (
      "[Interactions]\nphoneCall.mixable=duck",
      { $0.policy.overrides = [Policy.Override(11, 3, .duck)] }
    ),
    (
      "[Interactions]\nphoneCall.*=duck 0.25\n*.recording=refuse\n*.*=mix",
      {
        $0.policy.overrides = [
          Policy.Override(11, nil, .duck, gain: 0.25), Policy.Override(nil, 2, .refuse),
          Policy.Override(nil, nil, .mix),
        ]
      }
    ),
    (
      "[Interactions]\nducking.phoneCall=duckNewcomer -20dB\nducking.alarm=duck \t-20 dB",
      {
        $0.policy.overrides = [
          Policy.Override(5, 11, .duckNewcomer, gain: 0.1), Policy.Override(5, 9, .duck, gain: 0.1),
        ]
      }
    ),
    (
      "[Interactions]\nalarm.alarm=mix\n*.alarm=duck 1\nalarm.alarm=duck 0",
      {
        $0.policy.overrides = [
          Policy.Override(nil, 9, .duck, gain: 1), Policy.Override(9, 9, .duck, gain: 0),
        ]
      }
    ),
    (
      "[Interactions]\nsiren.accessibility=mix\n[Grant siren]\nUsers=ann\n[Role siren]\nLike=alarm",
      {
        $0.policy.roles = [Policy.Role("siren", like: .alarm)]
        $0.policy.overrides = [Policy.Override(13, 12, .mix)]
        $0.roleGrants = ["siren": GrantRules(users: [0, 1000])]
      }
    ),
    (
      "[Role b_2-X]\nLike=ducking\n[Role a]\nLike=mixable\n[Role b_2-X]\nLike=ringtone",
      {
        $0.policy.roles = [Policy.Role("b_2-X", like: .ringtone), Policy.Role("a", like: .mixable)]
        $0.roleGrants = ["b_2-X": GrantRules(users: [0])]
      }
    ),
    ("[Zones]\nDefault=user", { $0.zones = .user }),
    ("[Zones]\nDefault=user\nDefault=shared", { _ in }),
    ("[Policy]\nResumeOffer=infinity", { $0.policy.resumeOffer = nil }),
    ("[Policy]\nResumeOffer=infinity\nResumeOffer=5s", { _ in }),
    ("[Grant system]\nUsers=ann 7 nobody", { $0.grants[.system]?.users = [0, 7, 1000] }),
    ("[Grant system]\nUsers=\nUsers=ann", { $0.grants[.system]?.users = [1000] }),
    ("[Grant system]\nUsers=ann\nUsers=bob", { $0.grants[.system]?.users = [0, 1000, 1001] }),
    ("[Grant admin]\nUsers=", { $0.grants[.admin]?.users = [] }),
    ("[Grant  admin]\nGroups=audio\twheel 5", { $0.grants[.admin]?.groups = [5, 10, 29] }),
    (
      "[Grant alarm]\nUnits=a.service\nUnits=b.service",
      { $0.grants[.alarm]?.units = ["a.service", "b.service"] }
    ),
    (
      "[Grant alarm]\nUnits=a.service\n[Grant system]\n[Grant alarm]\nUnits=",
      { _ in }
    ),
    (
      "[Grant alarm]\nUserUnits=a.scope phone@1.service",
      { $0.grants[.alarm]?.userUnits = ["a.scope", "phone@1.service"] }
    ),
  ]

  @Test(arguments: values.indices) func `a value sets its own place and nothing else`(
    index: Int
  ) throws {
    var expected = Settings()
    SettingTests.values[index].change(&expected)
    #expect(try load(SettingTests.values[index].line).settings == expected)
  }

  @Test func `in a per-user instance its user has the grants beside root`() throws {
    let grants = try load("[Grant admin]\nUsers=\n", instanceUser: 1000).settings.grants
    #expect(grants[.admin] == GrantRules())
    #expect(grants[.alarm] == GrantRules(users: [0, 1000]))
    let role = try load("[Role siren]\nLike=alarm\n", instanceUser: 1000).settings.roleGrants
    #expect(role == ["siren": GrantRules(users: [0, 1000])])
  }

  @Test func `R66: there are 32 roles at most, and a name may have NameBytes`() throws {
    let names = (1...32).map { "r\($0)" } + [String(repeating: "x", count: 200)]
    let roles = names.dropLast().map { "[Role \($0)]\nLike=mixable\n" }.joined()
    #expect(try load(roles).settings.policy.roles.map(\.name) == Array(names.dropLast()))
    let long = "[Role \(names[32])]\nLike=alarm\n[Limits]\nNameBytes=200\n"
    #expect(try load(long).settings.policy.roles.map(\.name) == [names[32]])
  }

  @Test func `a name that is nobody's is a warning for each`() throws {
    let text = "[Grant admin]\nUsers=eve ann mallory\nGroups=ann\nUsers=ann,bob\nUsers=ann # me"
    let comment = "a comment stands on a line of its own"
    #expect(
      try warnings(of: text) == [
        "a.conf:2: warning: Users=eve ann mallory: expected a user that exists, not eve",
        "a.conf:2: warning: Users=eve ann mallory: expected a user that exists, not mallory",
        "a.conf:3: warning: Groups=ann: expected a group that exists, not ann",
        "a.conf:4: warning: Users=ann,bob: expected a user that exists, not ann,bob; names are "
          + "separated by spaces",
        "a.conf:5: warning: Users=ann # me: expected a user that exists, not #; \(comment)",
        "a.conf:5: warning: Users=ann # me: expected a user that exists, not me; \(comment)",
      ]
    )
  }

  @Test(arguments: [true, false])
  func `a name that can't be looked up is a fault, and a warning where that may fail`(
    mayFail: Bool
  ) throws {
    let root = try TemporaryDirectory()
    let path = try root.write("[Grant admin]\nUsers=ann\n[Policy]\nDuckGain=0.5\n", to: "a.conf")
    let accounts = AccountIDs(
      userID: { _ in nil },
      groupID: { _ in nil },
      failure: { "no answer" },
      mayFail: mayFail
    )
    let loaded = Settings.load(from: .file(path), accounts: accounts)
    let said = (mayFail ? loaded.warnings : loaded.faults).map(\.expected)
    #expect(said == ["to be able to look up the user ann: no answer"])
    #expect(loaded.settings.policy.duckGain == (mayFail ? 0.5 : Policy().duckGain))
  }
}
