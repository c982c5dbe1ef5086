/// A program whose session the agent operates, and the state of both.
struct Program: Sendable {
  enum Phase: Equatable, Sendable {
    /// There is no session.
    case none
    case opening(OpeningID)
    case open(UInt64)
    /// The daemon refused to open it: its streams are left alone until they stop.
    case leftAlone(because: String)
  }

  enum Standing: Equatable, Sendable {
    case inactive
    /// The daemon was asked, and hasn't answered.
    case activating
    case active
    /// Interrupted; an end will follow, unless the user overrides it.
    case interrupted
    /// The interruption ended without `shouldResume`, or no end will follow: it is the user's turn.
    case ended
    /// The daemon refused it; it may recommend to try again (R34).
    case refused(because: String)
  }

  private(set) var key: ProgramKey
  /// Its place in the order of appearance, in which programs are handled.
  let order: UInt64
  var adoption: Adoption
  var phase = Phase.none
  /// What its session was last asked to be.
  var configuration: SessionConfiguration?
  var standing = Standing.inactive
  var streams: Set<StreamID> = []
  /// Whether the program, or its user through it, wants to be heard.
  var isWanted = false
  /// The value of ``isWanted`` that the daemon knows; nil for the one it assumes at activation.
  var reportedPlaying: Bool?
  var reportedRecording = false
  /// Whether its user pressed play while it was held (R57).
  var isOverridden = false
  /// Whether the lock of the screen has paused it.
  var isPausedByLock = false
  /// Whether it returns from a hold and hasn't been heard since.
  var isReturning = false
  /// The reason that the daemon forbids it to record though it is active; nil if it may.
  var mayNotRecord: String?
  /// The time until which it counts as playing though it has stopped.
  var lingersUntil: Duration?
  /// The time until which new streams wait for the daemon's decision.
  var waitsUntil: Duration?
  /// Its players that we paused or are pausing.
  var heldPlayers: [PlayerID: PlayerHold] = [:]
  /// Whether one of its players has played since the activation, or since the lock that paused it ended.
  var hasPlayed = false

  init(key: ProgramKey, order: UInt64, adoption: Adoption) {
    self.key = key
    self.order = order
    self.adoption = adoption
  }

  /// The same program under another rule.
  func continued(as key: ProgramKey) -> Program {
    var program = self
    program.key = key
    return program
  }

  var session: UInt64? {
    if case .open(let session) = phase { session } else { nil }
  }

  /// The daemon's reason for opening no session for it; nil if it didn't refuse one.
  var refusal: String? {
    if case .leftAlone(let reason) = phase { reason } else { nil }
  }

  /// Whether its streams have to be silent until further notice.
  var isHeld: Bool {
    switch standing {
    case .interrupted, .ended, .refused: true
    case .inactive, .activating, .active: isPausedByLock
    }
  }

  /// Whether its streams of that direction have to be silent.
  func holds(_ direction: StreamDirection) -> Bool {
    isHeld || (mayNotRecord != nil && direction == .input)
  }
}

/// The state of a player that we paused.
enum PlayerHold: Equatable, Sendable {
  /// It was told to pause, and has until then to obey.
  case pausing(until: Duration)
  /// It is paused by us, and ours to resume.
  case paused
  /// It plays on in spite of the command: its streams are stopped instead.
  case deaf
}
