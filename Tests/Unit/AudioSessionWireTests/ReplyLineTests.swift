import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import Testing

@testable import AudioSessionWire

/// One exact reply a method.
struct ReplyLineTests {
  private static let session: SessionObject = {
    var session = SessionObject(session: 7, uid: 1000, kind: "exclusive")
    let peer = PeerIdentity(uid: 1000, comm: "mpd", unit: "mpd.service")
    let application = "org.example.player"
    session.identity = .init(name: "mpd", application: application, zone: "kitchen", peer: peer)
    session.pid = 812
    session.category = .playback
    session.options = [.allowAirPlay, .allowBluetoothA2DP]
    session.state = .active
    session.playing = true
    session.gain = 0.2
    session.duckedBy = [9]
    session.isOtherAudioPlaying = true
    session.nowPlaying = true
    session.activation = 41
    session.seq = 1207
    return session
  }()

  private static let sessionText =
    #"{"session":7,"name":"mpd","pid":812,"uid":1000,"comm":"mpd","unit":"mpd.service","#
    + #""userUnit":null,"#
    + #""priority":"normal","alertStyle":"fullScreen","category":"playback","mode":"default","#
    + #""options":"#
    + #"["allowAirPlay","allowBluetoothA2DP"],"routeSharingPolicy":"default","role":null,"kind":"exclusive","#
    + #""application":"org.example.player","zone":"kitchen","state":"active","#
    + #""playing":true,"#
    + #""recording":false,"foreground":true,"gain":0.2,"duckedBy":[9],"interruptedBy":[],"#
    + #""interruptionReason":"#
    + #"null,"isOtherAudioPlaying":true,"secondaryAudioShouldBeSilencedHint":false,"#
    + #""promptStyle":"normal","#
    + #""nowPlaying":true,"activation":41,"#
    + #""preferences":{"prefersNoInterruptionsFromSystemAlerts":false,"#
    + #""prefersInterruptionOnRouteDisconnect":true,"#
    + #""allowHapticsAndSystemSoundsDuringRecording":false,"#
    + #""isNowPlayingCandidate":false},"lease":null,"seq":1207}"#

  private static let lease: SessionObject = {
    var lease = SessionObject(session: 8, uid: 1000, kind: "siren")
    lease.role = "siren"
    lease.options = [.interruptSpokenAudioAndMixWithOthers]
    lease.state = .interrupted
    lease.interruptedBy = [7, 9]
    lease.interruptionReason = .default
    let peer = PeerIdentity(uid: 1000)
    lease.identity = SessionIdentity(name: nil, leaseName: "radio", peer: peer)
    lease.lease = LeaseObject(ttlSeconds: 30, remainingSeconds: 12.5)
    return lease
  }()

  private static let leaseText =
    #"{"session":8,"name":null,"pid":null,"uid":1000,"comm":null,"unit":null,"userUnit":null,"#
    + #""priority":"normal","alertStyle":"fullScreen","category":"soloAmbient","#
    + #""mode":"default","options":"#
    + #"["interruptSpokenAudioAndMixWithOthers","mixWithOthers"],"#
    + #""routeSharingPolicy":"default","role":"siren","kind":"siren","application":null,"#
    + #""zone":null,"state":"interrupted","playing":false,"recording":false,"foreground":true,"gain":1,"duckedBy":[],"#
    + #""interruptedBy":[7,9],"interruptionReason":"default","isOtherAudioPlaying":false,"#
    + #""secondaryAudioShouldBeSilencedHint":false,"promptStyle":"normal","nowPlaying":false,"#
    + #""activation":0,"#
    + #""preferences":{"prefersNoInterruptionsFromSystemAlerts":false,"#
    + #""prefersInterruptionOnRouteDisconnect":true,"#
    + #""allowHapticsAndSystemSoundsDuringRecording":false,"isNowPlayingCandidate":false},"#
    + #""lease":{"leaseName":"#
    + #""radio","ttlSeconds":30,"remainingSeconds":12.5},"seq":0}"#

  private static let epoch = Epoch(high: 1, low: 2)
  private static let epochText = "00000000000000010000000000000002"
  private static let time = Time(seconds: 0, nanoseconds: 1000)
  private static let cell = "exclusive.phoneCall"
  private static let blocker = BlockerObject(session: 9, name: nil, priority: .phoneCall)
  private static let blockerText = #"{"session":9,"name":null,"priority":"phoneCall"}"#
  private static let limits =
    #"{"lineBytes":65536,"batchRequests":64,"jsonDepth":32,"nameBytes":128,"#
    + #""sessionsPerConnection":16,"#
    + #""sessionsPerUser":1024,"connectionsPerUser":256,"connections":4096,"coalesceBytes":65536,"#
    + #""unsentBytes":262144,"bufferedBytesPerUser":8388608}"#

  private static let rules: RuleSet = {
    var rules = RuleSet()
    rules.insert(.R10)
    return rules
  }()

  private static let peer = Peer(
    pid: 812,
    uid: 1000,
    gid: 100,
    comm: "mpd",
    unit: nil,
    userUnit: "a.service"
  )

  private static let status = StatusResult(
    version: "1.0",
    epoch: epoch,
    uptimeSeconds: 1.5,
    counts: StatusCounts(connections: 0, sessions: Counts()),
    limits: WrittenValue(Limits()),
    enforcers: 1,
    configurationFaults: ["/etc/a.conf:2: x"],
    configurationReadAt: time,
    seq: 3
  )

  private static let simulation = SimulationResult(
    reply: SimulatedReply(.failure(.refused(RPCRefusal(.insufficientPriority, rule: .R10)))),
    notifications: [
      SimulatedNotification(to: 0, SessionDidBecomeActive(session: 0), epoch: epoch, seq: 4)
    ],
    rules: rules,
    cells: [cell]
  )

  private static let log = LogResult(
    decisions: [
      LogEntry(
        seq: 3,
        DecisionObject(
          at: time,
          cause: Cause(.event(.started)),
          rules: rules,
          cells: [cell],
          changes: [],
          closed: [8]
        ),
        changesLeftOut: 2
      )
    ],
    more: true
  )

  private static let explanation = ExplanationResult(
    session: 7,
    state: .interrupted,
    because: [
      .init(.interrupted, rule: .R59, cell: cell, by: blocker, since: time, seq: 3),
      .init(.offered, rule: .R30, since: time, seq: 4),
      .init(.silenced, rule: .R62, since: time, seq: 5),
    ],
    text: ["One.", "Two.", "Three."]
  )

  private static let rows: [(String, String)] = [
    (written(session), sessionText), (written(lease), leaseText), (written(EmptyResult()), "{}"),
    (
      written(SessionListResult(sessions: .all([session, lease]), seq: 3, epoch: epoch)),
      #"{"sessions":[\#(sessionText),\#(leaseText)],"seq":3,"epoch":"\#(epochText)"}"#
    ),
    (written(AlertResult(rule: nil)), #"{"play":true}"#),
    (written(AlertResult(rule: .R46)), #"{"play":false,"rule":"R46"}"#),
    (
      written(
        HelloResult(
          server: ServerObject(name: "audiosessiond", version: "1.0"),
          epoch: epoch,
          peer: peer,
          grants: ["alarm", "admin", "siren"],
          limits: Limits()
        )
      ),
      #"{"protocol":1,"features":["cause.blocker","decision.at","decision.closed","#
        + #""events.record","log.closed","policy.profile","policy.roles","#
        + #""policy.setDuckGain","policy.sources","route.hardware","session.application","session.leaseName","#
        + #""session.mutes","session.onBehalfOf","#
        + #""session.open.application","session.ports","session.role","session.zone","#
        + #""simulate.allGrants","simulate.configuration","simulate.identity","#
        + #""system.ownReports","system.silenced"],"#
        + #""server":{"name":"audiosessiond","#
        + #""version":"1.0"},"epoch":"#
        + #""\#(epochText)","peer":{"pid":812,"uid":1000,"gid":100,"comm":"mpd","unit":null,"#
        + #""userUnit":"a.service"},"#
        + #""grants":["alarm","admin","siren"],"limits":\#(limits)}"#
    ),
    (
      written(explanation),
      #"{"session":7,"state":"interrupted","because":[{"effect":"interrupted","rule":"R59","#
        + #""cell":"exclusive.phoneCall","#
        + #""by":\#(blockerText),"since":"1970-01-01T00:00:00.000001Z","seq":3},"#
        + #"{"effect":"offered","rule":"R30","#
        + #""since":"1970-01-01T00:00:00.000001Z","seq":4},{"effect":"silenced","rule":"R62","#
        + #""since":"1970-01-01T00:00:00.000001Z","seq":5}],"text":["One.","Two.","Three."]}"#
    ),
    (
      written(simulation),
      #"{"reply":{"error":{"code":561017449,"#
        + #""message":"The sound or the microphone is held by a session of higher "#
        + #"priority; the session is notified when it may play.","#
        + #""data":{"name":"insufficientPriority","fourCC":"!pri","#
        + #""rule":"R10"}}},"notifications":[{"session":0,"method":"session.didBecomeActive","#
        + #""params":{"epoch":"#
        + #""\#(epochText)","seq":4,"session":0}}],"rules":["R10"],"#
        + #""cells":["exclusive.phoneCall"]}"#
    ),
    (
      written(status),
      #"{"version":"1.0","protocol":1,"epoch":"\#(epochText)","uptimeSeconds":1.5,"#
        + #""counts":{"connections":0,"#
        + #""sessions":0,"active":0,"interrupted":0,"ducked":0,"pending":0,"leases":0},"#
        + #""limits":\#(limits),"#
        + #""enforcers":1,"configurationFaults":["/etc/a.conf:2: x"],"#
        + #""configurationReadAt":"1970-01-01T00:00:00.000001Z","seq":3}"#
    ),
    (
      written(log),
      #"{"decisions":[{"seq":3,"at":"1970-01-01T00:00:00.000001Z","cause":{"event":"started"},"#
        + #""rules":["R10"],"#
        + #""cells":["exclusive.phoneCall"],"changes":[],"closed":[8],"changesLeftOut":2}],"more":true}"#
    ),
    (
      written(
        SystemResult(
          route: WrittenValue(RouteObject()),
          microphoneMuted: false,
          sleeping: true,
          silenced: true
        )
      ),
      #"{"route":{"inputs":[],"outputs":[]},"microphoneMuted":false,"sleeping":true,"#
        + #""silenced":true}"#
    ),
    (written(EnforcementResult(seq: 3, targets: [])), #"{"seq":3,"targets":[]}"#),
    (
      written(PolicyObject(Policy())),
      #"{"duckGain":0.2,"strongDuckGain":0.0178,"duckRampMilliseconds":300,"#
        + #""unduckRampMilliseconds":1000,"#
        + #""resumeOfferMilliseconds":5000,"endedOnSilentDeactivation":true,"#
        + #""playbackDuringPhoneCall":true,"#
        + #""interruptOnSleep":true,"#
        + #""refusedDisplaces":false,"#
        + #""releaseOnMixable":true,"#
        + #""interruptedMayStart":true,"#
        + #""accessibilityGrant":false,"#
        + #""tellDucked":true,"#
        + #""aboveNormalNotifies":true,"#
        + #""meetWithinApplication":false,"#
        + #""unsuitableModeIsDefault":false,"#
        + #""bannerIsSilent":false,"#
        + #""routeLossInterruptsAll":true,"#
        + #""suspensionIsTold":true,"#
        + #""backgroundStartByCategory":false,"#
        + #""enforcementTimeoutMilliseconds":200}"#
    ),
  ]

  @Test func `results are written to the byte`() {
    for (text, expected) in ReplyLineTests.rows { #expect(text == expected) }
  }

  @Test func `the policy is written by the names of kinds and roles, in their order`() {
    var policy = Policy()
    policy.resumeOffer = nil
    let result = PolicyResult(
      policy: policy,
      kinds: ["mixable", "alarm", "siren", "chime"],
      table: [
        [.init(.mix), .init(.refuse), .init(.mix), .init(.mix)],
        [.init(.duck, gain: 0.5), .init(.mix), .init(.duckNewcomer, gain: 0), .init(.mix)],
        [.init(.duck), .init(.mix), .init(.interrupt), .init(.mix)],
        [.init(.mix), .init(.mix), .init(.mix), .init(.duck, gain: 1)],
      ],
      roles: [
        RoleObject(name: "siren", like: "alarm", granted: false),
        RoleObject(name: "chime", like: "mixable", granted: true),
      ],
      grants: [
        "siren": GrantObject(users: [0, 7], units: ["a.service"]),
        "alarm": GrantObject(groups: [29], userUnits: ["b.scope"]),
      ],
      zones: .user,
      limits: Limits(),
      files: ["/etc/a.conf"],
      setBy: ["Zones.Default": "/etc/a.conf:9", "Role siren.Like": "/etc/a.conf:2"]
    )
    let written = written(result)
    let offer = #""resumeOfferMilliseconds":null"#
    #expect(written.contains(offer))
    let expected =
      #""kinds":["mixable","alarm","siren","chime"],"#
      + #""table":{"mixable":{"mixable":"mix","alarm":"refuse","siren":"mix","chime":"mix"},"#
      + #""alarm":{"mixable":"duck","alarm":"mix","siren":"duckNewcomer","chime":"mix"},"#
      + #""siren":{"mixable":"duck","alarm":"mix","siren":"interrupt","chime":"mix"},"#
      + #""chime":{"mixable":"mix","alarm":"mix","siren":"mix","chime":"duck"}},"#
      + #""gains":{"alarm":{"mixable":0.5,"siren":0},"chime":{"chime":1}},"#
      + #""roles":{"siren":{"like":"alarm","granted":false},"#
      + #""chime":{"like":"mixable","granted":true}},"#
      + #""grants":{"alarm":{"users":[],"groups":[29],"units":[],"userUnits":["b.scope"]},"#
      + #""siren":{"users":[0,7],"groups":[],"units":["a.service"],"userUnits":[]}},"#
      + #""zones":{"default":"user"},"limits":\#(Self.limits),"files":["/etc/a.conf"],"#
      + #""setBy":{"Role siren.Like":"/etc/a.conf:2","Zones.Default":"/etc/a.conf:9"}}"#
    #expect(written.hasSuffix(expected))
  }

  @Test func `a session's members are described in the order in which they are sent`() throws {
    var session = ReplyLineTests.lease
    session.duckedByLeftOut = 1
    session.interruptedByLeftOut = 2
    (session.mutedByProgram, session.mutedByUser) = ([.input, .output], .output)
    (session.preferredInput, session.overridesOutput) = ("usb:\u{1}mic", true)
    let sent = try JSONValue(parsing: written(session)).members?.map(\.name)
    #expect(sent == SessionObject.members.map(\.name))
  }

  @Test func `objects that the daemon writes: read back without a difference`() throws {
    func expectSame<Value: Described>(_ value: Value) throws {
      let read: Value = try value.json.read()
      #expect(read.json == value.json)
    }
    try expectSame(Self.session)
    try expectSame(Self.lease)
    try expectSame(Self.status)
    try expectSame(Self.simulation)
    try expectSame(Self.time)
    try expectSame(Self.epoch)
    for name in [nil, "phone"] {
      try expectSame(BlockerObject(session: 9, name: name, priority: .phoneCall))
    }
    for pid: Int32? in [nil, 812] {
      try expectSame(
        EnforcementTarget(
          session: 7,
          pid: pid,
          uid: 1000,
          gain: 0.2,
          held: pid == nil,
          rampMilliseconds: 300
        )
      )
    }
    try expectSame(Cause(.event(.started)))
    try expectSame(
      Cause(
        .method(.sessionEvict),
        session: 7,
        pid: 812,
        note: "loud",
        error: .badParam,
        blocker: 9
      )
    )
  }

  @Test func `objects encoded by hand: the same bytes as from their description`() {
    func byHand(_ value: some JSONEncodable) -> String {
      var writer = JSONWriter()
      value.encode(into: &writer)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    var session = Self.lease
    session.duckedByLeftOut = 1
    session.interruptedByLeftOut = 2
    for session in [Self.session, Self.lease, session] {
      #expect(byHand(session) == String(decoding: session.jsonBytes, as: UTF8.self))
    }
    #expect(byHand(Self.status) == String(decoding: Self.status.jsonBytes, as: UTF8.self))
    for leftOut in [0, 3] {
      let ducking = SessionDucking(
        session: 7,
        gain: 0.2,
        duckedBy: [8, 9],
        duckedByLeftOut: leftOut,
        rampMilliseconds: 300
      )
      var writer = JSONWriter()
      writer.beginObject()
      ducking.encodeMembers(into: &writer)
      writer.endObject()
      #expect(writer.bytes == ducking.jsonBytes)
    }
  }
}
