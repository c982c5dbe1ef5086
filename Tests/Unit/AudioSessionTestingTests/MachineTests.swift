import AudioSession
import AudioSessionTesting
import Testing

/// What the machine reports, and what its administrator does.
@Suite struct MachineTests {
  private let daemon = SimulatedDaemon()
  private let speaker = Route(outputs: [Route.Port(type: "Speaker", name: "Desk", id: "d")])
  private let headphones = Route(
    inputs: [Route.Port(type: "HeadsetMic", name: "Mic", id: "m")],
    outputs: [Route.Port(type: "Headphones", name: "Head", id: "h")]
  )

  @Test func `headphones that are pulled out interrupt who plays`() async throws {
    daemon.setRoute(headphones)
    let player = try await daemon.player()
    #expect(try await player.route() == headphones)
    daemon.setRoute(speaker)
    #expect(player.status.state == .interrupted)
    daemon.setRoute(headphones, reason: .override)
    let told = await player.told()
    #expect(
      told.contains(
        .routeChange(.oldDeviceUnavailable, previous: headphones, current: speaker)
      )
    )
    #expect(told.contains(.routeChange(.override, previous: speaker, current: headphones)))
  }

  @Test func `the volume is part of the route, and a step of it is told without a change of route`()
    async throws
  {
    let player = try await daemon.player()
    #expect(try await player.route().hardware == Hardware())
    var loud = Hardware()
    (loud.sampleRate, loud.bufferFrames, loud.outputVolume) = (48_000, 1024, 0.8)
    daemon.setRoute(Route(outputs: speaker.outputs, hardware: loud), reason: .override)
    var quiet = loud
    quiet.outputVolume = 0.25
    daemon.setRoute(Route(outputs: speaker.outputs, hardware: quiet))
    #expect(try await player.route().hardware == quiet)
    #expect(player.status.state == .active)
    let told = await player.told()
    #expect(told.suffix(2) == [.hardwareChange(loud), .hardwareChange(quiet)])
  }

  @Test func `its user's mute is in the status and told, and its program's is kept apart`()
    async throws
  {
    let player = try await daemon.player()
    #expect(try await player.mute(output: true).isOutputMuted)
    daemon.setMutedByUser(player, input: true, wantsUnmute: true)
    #expect(player.status.isInputMutedByUser && !player.status.isOutputMutedByUser)
    #expect(player.status.isOutputMuted && !player.status.isInputMuted)
    daemon.setMutedByUser(player)
    #expect(!player.status.isInputMutedByUser)
    let told = await player.told()
    #expect(
      told.suffix(2) == [
        .userMuteChange(input: true, output: false, wantsUnmute: true),
        .userMuteChange(input: false, output: false, wantsUnmute: false),
      ]
    )
  }

  @Test func `where its program wants its sound to go is in the status, as long as it counts`()
    async throws
  {
    let caller = daemon.session()
    try await caller.configure(.playAndRecord)
    try await caller.activate()
    var hardware = Hardware()
    (hardware.availableInputs, hardware.loudspeaker) = (headphones.inputs, speaker.outputs[0])
    daemon.setRoute(Route(outputs: headphones.outputs, hardware: hardware), reason: .override)
    #expect(try await caller.route().hardware == hardware)
    #expect(try await caller.preferInput("m").preferredInput == "m")
    #expect(try await caller.overrideOutput(toSpeaker: true).isOutputOverridden)
    daemon.setRoute(speaker, reason: .override)
    #expect(!caller.status.isOutputOverridden && caller.status.preferredInput == "m")
    try await caller.overrideOutput(toSpeaker: true)
    try await caller.deactivate()
    #expect(!caller.status.isOutputOverridden && caller.status.preferredInput == "m")
    #expect(try await caller.preferInput(nil).preferredInput == nil)
    try await caller.configure(.playback)
    await #expect(throws: AudioSessionError.self) {
      try await caller.overrideOutput(toSpeaker: true)
    }
  }

  @Test func `a muted microphone interrupts who records`() async throws {
    let recorder = daemon.session()
    try await recorder.configure(.record)
    try await recorder.activate()
    try await recorder.report(recording: true)
    daemon.setMicrophoneMuted(true)
    #expect(recorder.status.state == .interrupted)
    daemon.setMicrophoneMuted(false)
    #expect(
      await recorder.told().contains(.interruptionBegan(reason: .builtInMicMuted, by: nil))
    )
  }

  @Test func `a machine that sleeps interrupts who plays`() async throws {
    let player = try await daemon.player()
    daemon.setSleeping(true)
    #expect(player.status.state == .interrupted)
    daemon.setSleeping(false)
    #expect(player.status.state == .inactive)
  }

  @Test func `the silent switch silences games`() async throws {
    let game = daemon.session()
    try await game.configure(.ambient)
    try await game.activate()
    daemon.setSilenced(true)
    #expect(game.status.gain == 0)
    daemon.setSilenced(false)
    #expect(game.status.gain == 1)
  }

  @Test func `a suspended program is told afterwards`() async throws {
    let player = try await daemon.player()
    let other = daemon.session(as: .phone)
    try await other.open()
    daemon.setSuspended(.phone, true)
    #expect(try await player.refresh().state == .active)
    daemon.setSuspended(.own, true)
    #expect(try await player.refresh().state == .inactive)
    daemon.setSuspended(.own, false)
    #expect(
      await player.told().contains(.interruptionBegan(reason: .appWasSuspended, by: nil))
    )
  }

  @Test(arguments: [true, false])
  func `a call ends with its program, also while the daemon hangs`(hangs: Bool) async throws {
    let player = try await daemon.player()
    let phone = try await daemon.phone()
    try await phone.activate()
    let lease = Lease(name: "memo", timeToLive: .seconds(60))
    try await daemon.session(lease: lease, as: .phone).open()
    if hangs { daemon.hang() }
    daemon.end(.phone)
    #expect(player.status.state == (hangs ? .interrupted : .inactive))
    if hangs { daemon.resume() }
    #expect(player.status.state == .inactive)
    #expect(phone.status.number == nil)
    daemon.advance(by: .seconds(1))
    #expect(try await phone.open().state == .inactive)
    #expect(try await daemon.session(lease: lease).open().number == 3)
  }

  @Test func `an administrator closes a session that is open`() async throws {
    let player = try await daemon.player()
    let unopened = daemon.session()
    daemon.evict(unopened)
    daemon.evict(player)
    await #expect(throws: AudioSessionError.closed) { try await player.activate() }
    #expect(await player.told() == [.didBecomeActive, .closed(.evicted)])
    #expect(try await unopened.open().number == 2)
  }

  @Test func `the next daemon is told of the machine, too`() async throws {
    daemon.setRoute(speaker)
    daemon.setRoute(headphones)
    daemon.stop()
    daemon.setSilenced(true)
    daemon.start()
    let game = daemon.session()
    #expect(try await game.route() == headphones)
    try await game.configure(.ambient)
    #expect(try await game.activate().gain == 0)
  }
}
