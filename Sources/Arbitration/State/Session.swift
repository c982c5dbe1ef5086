import AudioSessionTypes

/// One session's stored fields (section 1); what can be derived is derived, never stored as truth.
///
/// The ducking tally is the one exception: it counts who ducks the session, so that a change of one
/// session costs what it touches and not all there are (P1 checks it against a recount).
struct Session: Equatable, BitwiseCopyable {
  let id: SessionID
  var owner: Owner
  /// Whom it meets; settled when it was opened (R52, R63).
  let scope: Scope
  var isOrphaned = false
  var isClosed = false
  var configuration: Configuration
  var state = SessionState.inactive
  /// What the owner last reported; nil: it never did, and counts as playing while active.
  var reportedPlaying: Bool?
  var isRecording = false
  var isForeground = true
  var isNowPlaying = false
  /// The number of its latest activation; 0 before the first.
  var activation: UInt64 = 0
  /// When it last took its standing among the active: activated, or configured while active.
  var standing = Moment.never
  /// While interrupted: how and since when.
  var interruption: Interruption?
  /// While interrupted: what blocks it that is no session.
  var conditions: Conditions = []
  /// While interrupted: the sum of its blockers' marks and how many there are.
  var blockers = Tally()
  /// While interrupted: there are blockers that had no room among its claims.
  var hasMoreBlockers = false
  /// Whether it played or recorded when it was interrupted, or its owner's wish since (R29).
  var wasPlaying = false
  /// Whether it played when it was interrupted: rows I and ID ask (R28).
  var playedWhenInterrupted = false
  /// A blocker left silently (R24).
  var isPoisoned = false
  /// The decision that last sent it `began` (R33).
  var lastBegan: UInt64 = 0
  /// It may resume, and keeps its claims until the deadline (R30).
  var offer: Offer?
  /// Until when it may come, background or not, because it was told to resume (R11).
  var mayResumeUntil: Instant?
  /// The decision that refused it, while it waits to be invited (R34).
  var pendingSince: UInt64?
  /// Its last activation was refused, and nothing has succeeded since.
  var lastRefusal: Refused?
  /// It went inactive because its process was suspended, and has not been told (R47).
  var awaitsWaking = false
  var lease: Lease?
  /// The silent switch silences it (R62); only while active.
  var isSilenced = false
  /// When that began.
  var silencedSince = Moment.never
  /// Who ducks it; counted while active.
  var duckers = Tally()
  /// The deepest of their depths (R18), a place in ``Interactions/gains``.
  var depth = Interactions.noDepth

  init(_ id: SessionID, _ owner: Owner, _ scope: Scope, _ configuration: Configuration) {
    self.id = id
    self.owner = owner
    self.scope = scope
    self.configuration = configuration
  }

  /// How many duck it; counted while active.
  var duckerCount: Int { state == .active ? Int(duckers.count) : 0 }
}

/// A decision and its time.
struct Moment: Equatable, BitwiseCopyable {
  var seq: UInt64
  var at: Instant

  static let never = Moment(seq: 0, at: Instant(nanoseconds: 0))
}

/// How an interruption came about.
struct Interruption: Equatable, BitwiseCopyable {
  var reason: InterruptionReason
  var by: SessionID?
  var cause: Reason
  var moment: Moment
}

/// What blocks a session beside other sessions (section 1).
struct Conditions: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  static let microphoneMute = Conditions(rawValue: 1 << 0)
  static let route = Conditions(rawValue: 1 << 1)
  static let sleep = Conditions(rawValue: 1 << 2)
}

/// A resume offer (R30).
struct Offer: Equatable, BitwiseCopyable {
  /// Nil: it stands until it is answered.
  var deadline: Instant?
  var moment: Moment
}

/// A refusal, as `explain` tells it.
struct Refused: Equatable, BitwiseCopyable {
  var refusal: Refusal
  var moment: Moment
}

/// Why a request is refused, and by whom.
struct Refusal: Equatable, BitwiseCopyable {
  var error: ArbitrationError
  var reason: Reason
  var by: SessionID?

  /// Whether another session is in the way, so that it may leave and the refused be invited (R34).
  var isByAnother: Bool {
    switch reason.rule {
    case .R7, .R8, .R59: true
    default: false
    }
  }

  init(_ error: ArbitrationError, _ reason: Reason, by: SessionID? = nil) {
    self.error = error
    self.reason = reason
    self.by = by
  }
}

/// A lease: how long it was last given, and when it ends.
struct Lease: Equatable, BitwiseCopyable {
  var length: Duration
  var deadline: Instant
}

/// A count of sessions with a checksum of who they are.
///
/// Two tallies are equal only if the same sessions were counted, so comparing before with after
/// needs no lists.
struct Tally: Equatable, BitwiseCopyable {
  private(set) var count: Int32 = 0
  private var checksum: UInt64 = 0

  var isEmpty: Bool { count == 0 }

  mutating func add(_ id: SessionID) {
    count += 1
    checksum &+= Tally.mark(id)
  }

  mutating func remove(_ id: SessionID) {
    count -= 1
    checksum &-= Tally.mark(id)
  }

  /// The number, scattered over 64 bits so that sums of different sets differ.
  private static func mark(_ id: SessionID) -> UInt64 {
    var mark = (id.number &+ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    mark ^= mark >> 31
    return mark &* 0x94D0_49BB_1331_11EB
  }
}
