import AudioSessionTypes

/// The stored fields of a session (section 1); derived values are never stored as truth.
///
/// The tally of its duckers is the one exception: it is kept so that a change of one session costs
/// what it touches, and not all sessions there are (P1 checks it against a recount).
struct Session: Equatable, Sendable, BitwiseCopyable {
  let id: SessionID
  var owner: Owner
  /// The sessions that it meets; settled when it was opened (R52, R63).
  let scope: Scope
  var isOrphaned = false
  var isClosed = false
  var configuration: Configuration
  var state = SessionState.inactive
  /// The owner's latest report of playing; nil: there is none, and it counts as playing while
  /// active.
  var reportedPlaying: Bool?
  var isRecording = false
  var isForeground = true
  var isNowPlaying = false
  /// The number of its latest activation; 0 before the first.
  var activation: UInt64 = 0
  /// When it took its contender among the active: it was activated, or configured while active.
  var contenderSince = Moment.never
  /// While interrupted: how that came about.
  var interruption: Interruption?
  /// While interrupted: the conditions that block it.
  var conditions: Conditions = []
  /// While interrupted: the sessions that block it.
  var blockers = Tally()
  /// While interrupted: it has more blockers than ``Claims`` records.
  var hasMoreBlockers = false
  /// It played or recorded when it was interrupted; later reports of its owner replace this (R29).
  var wasPlaying = false
  /// It played when it was interrupted; rows I and ID of the pair table ask (R28).
  var playedWhenInterrupted = false
  /// A blocker left silently (R24).
  var isPoisoned = false
  /// The decision that last sent it `began` (R33).
  var lastBegan: UInt64 = 0
  /// It was told to resume, and keeps its claims until the deadline (R30).
  var offer: Offer?
  /// Until then it may activate from the background, because it was told to resume (R11).
  var mayResumeUntil: Instant?
  /// The decision that refused it, as long as it waits to be invited (R34).
  var pendingSince: UInt64?
  /// The refusal of its last activation, as long as nothing has succeeded since.
  var lastRefusal: Refused?
  /// It went inactive because its process was suspended, and its owner has not been told (R47).
  var owesSuspensionNotice = false
  var lease: Lease?
  /// The silent switch silences it (R62); only while active.
  var isSilenced = false
  /// When it was last silenced so.
  var silencedSince = Moment.never
  /// While active: the sessions that duck it.
  var duckers = Tally()
  /// The deepest of their depths (R18): a place in ``Interactions/gains``.
  var depth = Interactions.noDepth

  init(_ id: SessionID, _ owner: Owner, _ scope: Scope, _ configuration: Configuration) {
    self.id = id
    self.owner = owner
    self.scope = scope
    self.configuration = configuration
  }

  /// The number of sessions that duck it.
  var duckerCount: Int { state == .active ? Int(duckers.count) : 0 }
}

/// A decision and its time.
struct Moment: Equatable, Sendable, BitwiseCopyable {
  var seq: UInt64
  var at: Instant

  static let never = Moment(seq: 0, at: Instant(nanoseconds: 0))
}

/// The origin of an interruption.
struct Interruption: Equatable, Sendable, BitwiseCopyable {
  var reason: InterruptionReason
  var by: SessionID?
  var cause: Reason
  var moment: Moment
}

/// The conditions that can block a session, as other sessions can (section 1).
struct Conditions: OptionSet, Sendable, BitwiseCopyable {
  let rawValue: UInt8

  static let microphoneMute = Conditions(rawValue: 1 << 0)
  static let route = Conditions(rawValue: 1 << 1)
  static let sleep = Conditions(rawValue: 1 << 2)
}

/// A resume offer (R30).
struct Offer: Equatable, Sendable, BitwiseCopyable {
  /// Nil: it stands until it is answered.
  var deadline: Instant?
  var moment: Moment
}

/// A refusal, as `explain` tells it.
struct Refused: Equatable, Sendable, BitwiseCopyable {
  var refusal: Refusal
  var moment: Moment
}

/// A refusal of a request.
struct Refusal: Equatable, Sendable, BitwiseCopyable {
  var error: ArbitrationError
  var reason: Reason
  /// The session in the way, if one is.
  var by: SessionID?

  /// Whether another session is in the way, so that the refused one may be invited later (R34).
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

/// A lease: the length that it was last given, and its end.
struct Lease: Equatable, Sendable, BitwiseCopyable {
  var length: Duration
  var deadline: Instant
}

/// A set of sessions, as their number and a checksum, so that sets are compared without lists.
///
/// The number is exact. The checksum is the sum of the sessions' marks, which are their numbers
/// scattered over 64 bits: two different sets of one size have the same with odds of 1 in 2⁶⁴. What
/// would be wrong then is a list of duckers, or one `changed` for observers.
package struct Tally: Equatable, Sendable, BitwiseCopyable {
  package private(set) var count: Int32 = 0
  private var checksum: UInt64 = 0

  package init() {}

  var isEmpty: Bool { count == 0 }

  mutating func add(_ id: SessionID) {
    count += 1
    checksum &+= Tally.mark(id)
  }

  mutating func remove(_ id: SessionID) {
    count -= 1
    checksum &-= Tally.mark(id)
  }

  /// The session's number, scattered over 64 bits so that sums of different sets differ.
  private static func mark(_ id: SessionID) -> UInt64 {
    // The finalizer of splitmix64, whole: with one shift less, sums of small numbers collide.
    var mark = id.number &+ 0x9E37_79B9_7F4A_7C15
    mark = (mark ^ mark >> 30) &* 0xBF58_476D_1CE4_E5B9
    mark = (mark ^ mark >> 27) &* 0x94D0_49BB_1331_11EB
    return mark ^ mark >> 31
  }
}
