import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import Testing

/// One exact line a notification, in the order of the list.
struct NotificationLineTests {
  private static let epoch = Epoch(high: 0x0123_4567_89AB_CDEF, low: 0x1F)
  private static let speaker = Port(portType: "Speaker", name: "Laptop", portID: "0")
  private static let cell = "phoneCall.exclusive"
  private static let session = SessionObject(session: 7, uid: 1000, kind: "exclusive")

  private static let quiet: RouteHardware = {
    var hardware = HardwareObject()
    (hardware.sampleRate, hardware.bufferFrames) = (48_000, 1024)
    (hardware.inputLatencySeconds, hardware.outputLatencySeconds) = (0, 0.02)
    (hardware.outputVolume, hardware.outputMuted) = (0.4, false)
    (hardware.inputChannels, hardware.outputChannels) = (1, 2)
    return RouteHardware(hardware: hardware)
  }()

  private static func line(_ notification: some Notification) -> (NotificationMethod, String) {
    var writer = JSONWriter()
    notification.encodeLine(into: &writer, epoch: epoch, seq: 42)
    return (type(of: notification).method, String(decoding: writer.bytes, as: UTF8.self))
  }

  private static let rows: [((NotificationMethod, String), String)] = [
    (
      line(
        SessionInterruption(
          session: 7,
          .began(.default, by: BlockerObject(session: 9, name: "a\"", priority: .alarm))
        )
      ),
      #""session":7,"type":"began","reason":"default","by":{"session":9,"name":"a\"","#
        + #""priority":"alarm"}"#
    ),
    (
      line(SessionInterruption(session: 7, .began(.routeDisconnected, by: nil))),
      #""session":7,"type":"began","reason":"routeDisconnected","by":null"#
    ),
    (
      line(SessionInterruption(session: 7, .ended(shouldResume: true))),
      #""session":7,"type":"ended","options":["shouldResume"]"#
    ),
    (
      line(SessionInterruption(session: 7, .ended(shouldResume: false))),
      #""session":7,"type":"ended","options":[]"#
    ),
    (
      line(SessionResumptionRecommendation(session: 7, recommendation: .shouldNotResume)),
      #""session":7,"recommendation":"shouldNotResume""#
    ),
    (
      line(SessionDucking(session: 7, gain: 0.0178, duckedBy: [9, 11], rampMilliseconds: 300)),
      #""session":7,"gain":0.0178,"duckedBy":[9,11],"rampMilliseconds":300"#
    ),
    (
      line(SessionDucking(session: 7, gain: 1, duckedBy: [], rampMilliseconds: 0)),
      #""session":7,"gain":1,"duckedBy":[],"rampMilliseconds":0"#
    ),
    (
      line(SessionSilenceSecondaryAudioHint(session: 7, isSilenced: true)),
      #""session":7,"type":"begin""#
    ),
    (
      line(SessionSilenceSecondaryAudioHint(session: 7, isSilenced: false)),
      #""session":7,"type":"end""#
    ),
    (
      line(
        SessionRouteChange(
          session: 7,
          reason: .override,
          routes: SharedMembers(
            RouteChangeRoutes(
              previousRoute: WrittenValue(RouteObject()),
              currentRoute: WrittenValue(RouteObject(outputs: [speaker]))
            )
          )
        )
      ),
      #""session":7,"reason":"override","previousRoute":{"inputs":[],"outputs":[]},"#
        + #""currentRoute":{"inputs":[],"#
        + #""outputs":[{"portType":"Speaker","name":"Laptop","portID":"0"}]}"#
    ),
    (
      line(SessionHardwareChange(session: 7, hardware: SharedMembers(quiet))),
      #""session":7,"hardware":{"sampleRate":48000,"bufferFrames":1024,"#
        + #""inputLatencySeconds":0,"outputLatencySeconds":0.02,"outputVolume":0.4,"#
        + #""outputMuted":false,"inputChannels":1,"outputChannels":2}"#
    ),
    (
      line(
        SessionHardwareChange(
          session: 7,
          hardware: SharedMembers(RouteHardware(hardware: HardwareObject()))
        )
      ),
      #""session":7,"hardware":{}"#
    ),
    (
      line(SessionMuteChange(session: 7, mutedByUser: [.input, .output])),
      #""session":7,"mutedByUser":["input","output"]"#
    ),
    (
      line(SessionMuteChange(session: 7, mutedByUser: [], wantsUnmute: true)),
      #""session":7,"mutedByUser":[],"wantsUnmute":true"#
    ),
    (line(SessionDidBecomeActive(session: 7)), #""session":7"#),
    (line(SessionDidBecomeInactive(session: 7, source: .app)), #""session":7,"source":"app""#),
    (
      line(SessionDidBecomeInactive(session: 7, source: .system, reason: .appWasSuspended)),
      #""session":7,"source":"system","reason":"appWasSuspended""#
    ),
    (
      line(SessionClosed(session: 7, reason: .leaseExpired)),
      #""session":7,"reason":"leaseExpired""#
    ),
    (line(MediaServicesWereLost()), ""),
    (line(MediaServicesWereReset(previousEpoch: "ffff")), #""previousEpoch":"ffff""#),
    (
      line(
        ServerDecision(
          DecisionObject(
            at: Time(seconds: 0, nanoseconds: 1000),
            cause: Cause(
              .method(.sessionEvict),
              session: 7,
              pid: 812,
              note: "loud",
              error: .badParam,
              blocker: 9
            ),
            rules: rules,
            cells: [cell],
            changes: [session],
            closed: [7]
          )
        )
      ),
      #""at":"1970-01-01T00:00:00.000001Z","#
        + #""cause":{"method":"session.evict","session":7,"pid":812,"note":"loud","#
        + #""error":"badParam","blocker":9},"rules":["R28","#
        + #""R59"],"cells":["phoneCall.exclusive"],"changes":[\#(written(session))],"closed":[7]"#
    ),
    (
      line(
        ServerDecision(
          DecisionObject(
            at: Time(seconds: 0, nanoseconds: 1000),
            cause: Cause(.event(.offerLapsed)),
            rules: RuleSet(),
            cells: [],
            changes: [],
            closed: []
          )
        )
      ),
      #""at":"1970-01-01T00:00:00.000001Z","cause":{"event":"offerLapsed"},"#
        + #""rules":[],"cells":[],"changes":[],"closed":[]"#
    ),
    (
      line(EventsLagged(from: 3, to: 40, sessions: .all([session]))),
      #""from":3,"to":40,"sessions":[\#(written(session))]"#
    ),
    (
      line(EventsRecorded(line: ["at": 7])), #""line":{"at":7}"#
    ),
    (
      line(
        EnforcementApply(targets: [
          EnforcementTarget(
            session: 7,
            pid: nil,
            uid: 1000,
            gain: 0.2,
            held: true,
            rampMilliseconds: 300
          )
        ])
      ),
      #""targets":[{"session":7,"pid":null,"uid":1000,"gain":0.2,"held":true,"#
        + #""rampMilliseconds":300}]"#
    ),
  ]

  private static let rules: RuleSet = {
    var rules = RuleSet()
    rules.insert(.R59)
    rules.insert(.R28)
    return rules
  }()

  @Test func `notifications are written to the byte`() {
    for ((method, line), members) in NotificationLineTests.rows {
      let comma = members.isEmpty ? "" : ","
      let expected =
        #"{"jsonrpc":"2.0","method":"\#(method.rawValue)","#
        + #""params":{"epoch":"0123456789abcdef000000000000001f","#
        + #""seq":42\#(comma)\#(members)}}"# + "\n"
      #expect(line == expected)
    }
    #expect(Set(NotificationLineTests.rows.map(\.0.0)) == Set(NotificationMethod.allCases))
    #expect(NotificationLineTests.epoch.text == "0123456789abcdef000000000000001f")
  }

  @Test func `a notification's members: those sent are described, the required ones are sent`()
    throws
  {
    for ((method, line), _) in NotificationLineTests.rows {
      let sent = try JSONValue(parsing: line)["params"]?.members?.map(\.name).dropFirst(2) ?? []
      let described = method.specification.parameters
      #expect(sent.allSatisfy { name in described.contains { $0.name == name } }, "\(line)")
      #expect(described.filter(\.isRequired).allSatisfy { sent.contains($0.name) }, "\(line)")
    }
  }

  @Test func `a line and the end that it shares are the whole line`() {
    let routes = SharedMembers(
      RouteChangeRoutes(
        previousRoute: WrittenValue(RouteObject(outputs: [Self.speaker])),
        currentRoute: WrittenValue(RouteObject())
      )
    )
    let change = SessionRouteChange(session: 7, reason: .oldDeviceUnavailable, routes: routes)
    var writer = JSONWriter()
    let end = change.encodeLineStart(into: &writer, epoch: Self.epoch, seq: 42)
    #expect(end == routes.lineEnd)
    #expect(String(decoding: writer.bytes + end, as: UTF8.self) == Self.line(change).1)
    writer.removeAll()
    let whole = SessionDidBecomeActive(session: 7)
    let nothing = whole.encodeLineStart(into: &writer, epoch: Self.epoch, seq: 42)
    #expect(nothing.isEmpty)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == Self.line(whole).1)
  }
}
