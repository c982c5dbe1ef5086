import AVFAudio
import AudioSession
import AudioSessionTesting
import Testing

/// The tests of the catalogue, as they stand there.
@Suite struct DocumentedTests {
  @Test func `the player stops for a call, and may play on after it`() async throws {
    let daemon = SimulatedDaemon()
    let player = daemon.session(name: "player")
    try await player.configure(.playback)
    try await player.activate()
    try await player.report(playing: true)

    let phone = daemon.session(name: "phone", as: SimulatedProgram(name: "phone"))
    try await phone.configure(Configuration(category: .playAndRecord, priority: .phoneCall))
    try await phone.activate()
    #expect(player.status.state == .interrupted)

    try await phone.deactivate(notifyingOthers: true)
    #expect(player.status.state == .inactive)
    var events = player.events().makeAsyncIterator()
    #expect(await events.next() == .didBecomeActive)
  }

  @Test func `music is lowered while a prompt speaks`() async throws {
    let daemon = SimulatedDaemon()
    let music = daemon.session(name: "music")
    try await music.configure(.playback)
    try await music.activate()

    let prompt = daemon.session(as: SimulatedProgram(name: "navigator"))
    try await prompt.configure(.playback, mode: .voicePrompt, options: .duckOthers)
    try await prompt.activate()
    #expect(music.status.gain == 0.2)
    try await prompt.deactivate()
    #expect(music.status.gain == 1)
  }

  @Test func `a player that an alarm refuses plays after it`() async throws {
    let daemon = SimulatedDaemon()
    let alarm = daemon.session(name: "alarm", as: SimulatedProgram(name: "clock"))
    try await alarm.configure(Configuration(category: .playback, priority: .alarm))
    try await alarm.activate()

    let player = daemon.session(name: "player")
    try await player.configure(.playback)
    let playing = Task.immediate { try await player.activate(waiting: .indefinitely) }
    #expect(player.status.state == .inactive)
    try await alarm.deactivate(notifyingOthers: true)
    #expect(try await playing.value.state == .active)
  }

  @Test func `the program shows that it is paused during a call`() async throws {
    let daemon = SimulatedDaemon()
    let session = daemon.session(name: "player")
    let player = Player(session: session)
    let events = session.events()
    let following = Task { await player.follow(events) }
    try await session.configure(.playback)
    try await player.play()

    let phone = daemon.session(name: "phone", as: SimulatedProgram(name: "phone"))
    try await phone.configure(Configuration(category: .playAndRecord, priority: .phoneCall))
    try await phone.activate()

    await session.close()
    await following.value
    #expect(await player.isPlaying == false)
  }

  @Test func `a lease ends after an hour, which takes no time`() async throws {
    let daemon = SimulatedDaemon()
    let lease = Lease(name: "radio", timeToLive: .seconds(3600))
    let radio = daemon.session(name: "radio", lease: lease)
    try await radio.open()
    let events = radio.events()
    daemon.advance(by: .seconds(3600))
    for await event in events { #expect(event == .closed(.leaseExpired)) }
  }

  @Test func `a configuration made before the daemon starts: set when it comes`() async throws {
    let daemon = SimulatedDaemon(isRunning: false)
    let player = daemon.session(name: "player")
    _ = try? await player.configure(.playback)

    daemon.start()
    daemon.advance(by: .seconds(5))
    try await player.activate()
    #expect(player.status.category == .playback)

    daemon.stop()
    #expect(player.status.state == .inactive)
  }

  @Test func `where nothing may play during a call, the player is refused`() async throws {
    let daemon = try SimulatedDaemon(
      configuration: """
        [Policy]
        PlaybackDuringPhoneCall=no
        """
    )
    let phone = daemon.session(name: "phone", as: SimulatedProgram(name: "phone"))
    try await phone.configure(Configuration(category: .playAndRecord, priority: .phoneCall))
    try await phone.activate()

    let player = daemon.session(name: "player")
    try await player.configure(.playback)
    await #expect(throws: AudioSessionError.self) { try await player.activate() }
  }

  @Test func `Apple's session is connected to the default daemon`() async {
    await #expect(processExitsWith: .success) {
      let daemon = SimulatedDaemon()
      daemon.becomeDefault()
      let player = AVAudioSession.sharedInstance()
      try player.setCategory(.playback)
      try player.setActive(true)
      let phone = try await daemon.phone()
      try await phone.activate()
      #expect(throws: (any Error).self) { try player.setCategory(.playback, mode: .voiceChat) }
    }
  }
}

/// A program that follows its session in a task.
private actor Player {
  private let session: Session
  private(set) var isPlaying = false

  init(session: Session) { self.session = session }

  func play() async throws {
    try await session.activate()
    isPlaying = true
  }

  func follow(_ events: AsyncStream<SessionEvent>) async {
    for await event in events {
      if case .interruptionBegan = event { isPlaying = false }
    }
  }
}
