/// The session of a program that never asked for one, and how it stands.
struct Program: Sendable {
  enum Phase: Equatable, Sendable {
    /// There is no session.
    case none
    case opening(OpeningID)
    case open(UInt64)
    /// The daemon won't have it: its streams are left alone until they stop.
    case leftAlone(because: String)
  }

  enum Standing: Equatable, Sendable {
    case inactive
    /// The daemon was asked, and hasn't answered.
    case activating
    case active
    /// An end will come, unless the user wants it otherwise.
    case interrupted
    /// Its interruption has ended without `shouldResume`, or none will come: the user begins anew.
    case ended
    /// The daemon refused it; it may recommend to try again (R34).
    case refused(because: String)
  }

  let key: ProgramKey
  /// Programs are dealt with in the order in which they came.
  let order: UInt64
  var adoption: Adoption
  var phase = Phase.none
  var standing = Standing.inactive
  var streams: Set<StreamID> = []
  /// Whether the program, or its user through it, wants to be heard.
  var isWanted = false
  /// What the daemon knows of ``isWanted``; nil: what it assumes at an activation.
  var reportedPlaying: Bool?
  var reportedRecording = false
  /// Its user pressed play though it is held (R57).
  var isOverridden = false
  /// Whether it comes back after a hold, and hasn't been heard since.
  var isReturning = false
  /// The daemon forbids it to record, though it is active.
  var mayNotRecord: String?
  /// Until when it counts as playing though it has stopped.
  var lingersUntil: Duration?
  /// Until when new streams wait for the daemon's word.
  var waitsUntil: Duration?
  /// Players that we paused, or are about to.
  var heldPlayers: [PlayerID: PlayerHold] = [:]
  /// Whether a player of it has played since the activation.
  var hasPlayed = false

  init(key: ProgramKey, order: UInt64, adoption: Adoption) {
    self.key = key
    self.order = order
    self.adoption = adoption
  }

  var session: UInt64? {
    if case .open(let session) = phase { session } else { nil }
  }

  /// Whether its streams are to be silent, and stay so until something happens.
  var isHeld: Bool {
    switch standing {
    case .interrupted, .ended, .refused: true
    case .inactive, .activating, .active: false
    }
  }

  /// Whether its streams of that direction are to be silent.
  func holds(_ direction: StreamDirection) -> Bool {
    isHeld || (mayNotRecord != nil && direction == .input)
  }
}

/// How far a player is with what we asked of it.
enum PlayerHold: Equatable, Sendable {
  /// It was told to pause, and has until then to do so.
  case pausing(until: Duration)
  /// It is paused, and by us: it is ours to resume.
  case paused
  /// It pretends to have paused, and plays on: its streams are stopped in its place.
  case deaf
}
