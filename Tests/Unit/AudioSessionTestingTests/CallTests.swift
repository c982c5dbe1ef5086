import AudioSession
import AudioSessionTesting
import Testing

/// Sessions of several programs, and of one.
@Suite struct CallTests {
  private let daemon = SimulatedDaemon()

  @Test func `a player is interrupted by a call of another program, and resumes`() async throws {
    let player = try await daemon.player()
    let phone = try await daemon.phone()
    try await phone.activate()
    #expect(player.status.state == .interrupted)
    try await phone.deactivate(notifyingOthers: true)
    #expect(player.status.state == .inactive)
    try await player.activate()
    let blocker = Blocker(session: 2, name: "phone", priority: .phoneCall)
    let told = await player.told()
    #expect(
      told == [
        .didBecomeActive, .didBecomeInactive(.system, reason: .default),
        .interruptionBegan(reason: .default, by: blocker), .interruptionEnded(shouldResume: true),
        .resumptionRecommendation(.shouldResume), .didBecomeActive,
      ]
    )
  }

  @Test func `a prompt ducks the music for as long as it speaks`() async throws {
    let music = try await daemon.player("music")
    let prompt = daemon.session(name: "prompt", as: SimulatedProgram(name: "navigator"))
    try await prompt.configure(.playback, mode: .voicePrompt, options: .duckOthers)
    try await prompt.activate()
    #expect(music.status.gain == 0.2)
    try await prompt.deactivate()
    #expect(music.status.gain == 1)
    #expect(
      await music.told() == [
        .didBecomeActive, .ducking(gain: 0.2, ramp: .milliseconds(300)),
        .ducking(gain: 1, ramp: .seconds(1)),
      ]
    )
  }

  @Test func `a player that an alarm refuses is told when it may play`() async throws {
    let alarm = try await daemon.alarm()
    let player = daemon.session()
    try await player.configure(.playback)
    let refusal = try await refusal { try await player.activate() }
    #expect(refusal.by == Blocker(session: 1, name: "alarm", priority: .alarm))
    try await alarm.deactivate(notifyingOthers: true)
    try await player.activate()
    #expect(
      await player.told() == [.resumptionRecommendation(.shouldResume), .didBecomeActive]
    )
  }

  @Test func `a player that waits for an alarm plays after it`() async throws {
    let alarm = try await daemon.alarm()
    let player = daemon.session()
    try await player.configure(.playback)
    let playing = Task.immediate { try await player.activate(waiting: .indefinitely) }
    #expect(player.status.state == .inactive)
    try await alarm.deactivate(notifyingOthers: true)
    #expect(try await playing.value.state == .active)
  }

  @Test func `a program without the grant is refused, and root is not`() async throws {
    let guest = daemon.session(as: SimulatedProgram(name: "guest", grants: []))
    let root = daemon.session(as: SimulatedProgram(name: "root", uid: 0, grants: []))
    let alarm = Configuration(priority: .alarm)
    let refusal = try await refusal { try await guest.configure(alarm) }
    #expect(refusal.name == "missingEntitlement")
    #expect(try await root.configure(alarm).priority == .alarm)
  }

  @Test func `sessions of one program, one application or two zones don't meet`() async throws {
    let first = try await daemon.player()
    let second = try await daemon.player()
    #expect(first.status.state == .active)
    let sessions = [
      daemon.session(application: "a", as: SimulatedProgram(name: "1")),
      daemon.session(application: "a", as: SimulatedProgram(name: "2")),
      daemon.session(zone: "attic", as: SimulatedProgram(name: "3")),
      daemon.session(zone: "cellar", as: SimulatedProgram(name: "4")),
    ]
    for session in sessions[..<2] { try await session.activate() }
    #expect(second.status.state == .interrupted)
    #expect(sessions[0].status.state == .active)
    for session in sessions[2...] { try await session.activate() }
    #expect(sessions.map(\.status.state) == [.interrupted, .interrupted, .active, .active])
  }

  @Test func `a user's names are hidden from others, except from those who may see them`()
    async throws
  {
    let alarm = try await daemon.alarm()
    var names: [String?] = []
    for grants: Set<SimulatedProgram.Grant> in [[], [.observe]] {
      let guest = SimulatedProgram(name: "guest", uid: 1001, grants: grants)
      let session = daemon.session(as: guest)
      try await session.configure(.playback)
      names.append(try await refusal { try await session.activate() }.by?.name)
    }
    #expect(names == [nil, "alarm"])
    #expect(alarm.status.state == .active)
  }
}
