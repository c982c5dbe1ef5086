import AudioSession
import AudioSessionTypes

/// The overview's first program.
func playSomething(with session: Session) async throws {
  try await session.configure(.playback)
  try await session.activate()
  try await session.report(playing: true)
}

/// The overview's program with a role.
func readAloud(with reader: Session) async throws {
  try await reader.configure(Configuration(category: .playback, role: .accessibility))
  try await reader.activate()
}

/// The overview's second: what it takes a refusal and an absence for.
struct Attempt {
  var waitedFor: String?
  var playedWithoutSession = false

  init(_ session: Session) async throws(AudioSessionError) {
    func waitFor(_ name: String?) { waitedFor = name }
    func playWithoutSession() { playedWithoutSession = true }
    do {
      try await session.activate()
    } catch .refused(let refusal) {
      // A session of higher priority is active; a recommendation will follow.
      waitFor(refusal.by?.name)
    } catch .unavailable {
      playWithoutSession()
    }
  }
}

/// The page on interruptions.
actor Player {
  private let session: Session
  private(set) var isPlaying = false
  private(set) var gain = 1.0

  init(session: Session) {
    self.session = session
  }

  func play() async throws(AudioSessionError) {
    try await session.activate()
    try await session.report(playing: true)
    isPlaying = true
    gain = session.status.gain
  }

  func pause() async throws(AudioSessionError) {
    isPlaying = false
    try await session.report(playing: false)
  }

  func follow(_ events: AsyncStream<SessionEvent>) async {
    for await event in events {
      switch event {
      case .interruptionBegan:
        isPlaying = false
      case .interruptionEnded(let shouldResume):
        // Refused if another session has become active in the meantime.
        if shouldResume { try? await play() }
      case .ducking(let gain, _):
        self.gain = gain
      case .mediaServicesLost:
        isPlaying = false
      default:
        break
      }
    }
  }
}

/// The page's second program.
func start(_ session: Session) async throws -> Player {
  let player = Player(session: session)
  Task { await player.follow(session.events()) }
  try await session.configure(.playback)
  try await player.play()
  return player
}

/// The page on waiting.
func playAfterwards(_ session: Session) async throws {
  try await session.activate(waiting: .indefinitely)
}

/// The page's second program.
func announce(_ session: Session, _ speak: (String) async -> Void) async throws {
  try await session.withActivation(waiting: .atMost(.seconds(30))) {
    try await session.report(playing: true)
    await speak("The tea is ready.")
  }
}
