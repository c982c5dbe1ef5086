/// A program whose session the agent operates, and the state of both.
struct Program: Sendable {
  enum Phase: Equatable, Sendable {
    /// There is no session.
    case none
    case opening(OpeningID)
    case open(OpenSession)
    /// The daemon refused to open it: its streams are left alone until they stop.
    case leftAlone(because: String)
  }

  private(set) var key: ProgramKey
  /// Its place in the order of appearance, in which programs are handled.
  let order: UInt64
  var adoption: Adoption
  var phase = Phase.none
  /// What its session was last asked to be; one that it has no more, too.
  var configuration: SessionConfiguration?
  var streams: Set<StreamID> = []
  /// Whether the program, or its user through it, wants to be heard.
  var isWanted = false
  /// Whether the lock of the screen has paused it.
  var isPausedByLock = false
  /// Whether it returns from a hold and hasn't been heard since.
  var isReturning = false
  /// The time until which it counts as playing though it has stopped.
  var lingersUntil: Duration?
  /// The time until which new streams wait for the daemon's decision.
  var waitsUntil: Duration?
  /// Its players that we paused or are pausing.
  var heldPlayers: [PlayerID: PlayerHold] = [:]

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

  /// Its session while that is open; ``endSession()`` ends it.
  var session: OpenSession? {
    get { if case .open(let session) = phase { session } else { nil } }
    // A change of a member, where there is no session, sets nil.
    set { if let newValue { phase = .open(newValue) } }
  }

  /// The state of its session; inactive without one.
  var sessionState: OpenSession.State { session?.state ?? .inactive }

  /// Whether its user pressed play while it was held (R57).
  var isOverridden: Bool { session?.isOverridden == true }

  /// Handles a stream of it that begins to run.
  mutating func begin() {
    isWanted = true
    lingersUntil = nil
    switch sessionState {
    case .ended, .refused:
      // Nobody makes it run but its user: as with a button, it is asked for again.
      session?.state = .inactive
      isReturning = true
    case .interrupted, .inactive, .activating, .active: break
    }
    if case .leftAlone = phase { phase = .none }
  }

  /// Handles the last of its running streams that stops.
  mutating func stop(at now: Duration) {
    // A player that we paused stops its stream because of us, not because of its user.
    let isOurDoing = isHeld && !heldPlayers.isEmpty
    if !isOurDoing { isWanted = false }
    if !isHeld { lingersUntil = now + adoption.linger }
  }

  /// Handles its user's press of play while it was held: it asks again, and is heard until the next
  /// decision (R57).
  mutating func play() {
    isPausedByLock = false
    isWanted = true
    isReturning = true
    guard isHeld else { return }
    session?.isOverridden = true
    session?.state = .inactive
  }

  /// Handles the daemon's refusal to open a session for it.
  mutating func leaveAlone(because reason: String) {
    phase = .leftAlone(because: reason)
    waitsUntil = nil
    isPausedByLock = false
  }

  /// Ends whatever its session was, or was to be.
  mutating func endSession() {
    phase = .none
    waitsUntil = nil
    isReturning = false
  }

  /// The daemon's reason for opening no session for it; nil if it didn't refuse one.
  var refusal: String? {
    if case .leftAlone(let reason) = phase { reason } else { nil }
  }

  /// Whether its streams have to be silent until further notice.
  var isHeld: Bool {
    switch sessionState {
    case .interrupted, .ended, .refused: true
    case .inactive, .activating, .active: isPausedByLock
    }
  }

  /// Whether its streams of that direction have to be silent.
  func holds(_ direction: StreamDirection) -> Bool {
    isHeld || (session?.mayNotRecord != nil && direction == .input)
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
