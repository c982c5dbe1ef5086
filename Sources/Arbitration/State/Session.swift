import AudioSessionTypes

/// What the events of a session change (section 1); derived values are never stored as truth.
///
/// What makes sense in one state only is in that state's case of ``phase``, so that a session which
/// can't be can't be written. ``SessionDetails`` has what few rules ask, ``Duckers`` who ducks it.
/// The members are in an order that leaves few gaps between them, here and below.
struct Session: Equatable, Sendable, BitwiseCopyable {
  /// The number of its latest activation; 0 before the first.
  var activation: UInt64 = 0
  let id: SessionID
  /// The decision that last sent it `began` (R33).
  var lastBegan: UInt64 = 0
  var phase = Phase.inactive(Inactive())
  /// The owner's latest report of playing; nil: there is none, and it counts as playing while
  /// active.
  var reportedPlaying: Bool?
  var isForeground = true
  var isNowPlaying = false
  var configuration: Configuration

  init(_ id: SessionID, _ configuration: Configuration) {
    self.id = id
    self.configuration = configuration
  }
}

/// A session's state, with what makes sense in it.
enum Phase: Equatable, Sendable, BitwiseCopyable {
  case inactive(Inactive)
  case active(Active)
  case interrupted(Interrupted)
  /// It can be viewed until the next event.
  case closed
}

/// What an inactive session may do or is owed.
struct Inactive: Equatable, Sendable, BitwiseCopyable {
  /// It was told to resume, and keeps its claims until the deadline (R30).
  var offer: Offer?
  /// The decision that refused it, as long as it waits to be invited (R34).
  var pendingSince: UInt64?
  /// Until then it may activate from the background, because it was told to resume (R11).
  var mayResumeUntil: Instant?
  /// Its process was suspended, which ended an activation, and its owner has not been told (R47).
  var owesSuspensionNotice = false
}

/// What an active session does.
struct Active: Equatable, Sendable, BitwiseCopyable {
  /// Until then R11 doesn't apply to it, because it was told to resume.
  var mayResumeUntil: Instant?
  var isRecording = false
  /// The silent switch silences it (R62).
  var isSilenced = false
}

/// What an interrupted session waits for.
struct Interrupted: Equatable, Sendable, BitwiseCopyable {
  var origin: Interruption
  /// The sessions that block it.
  var blockers = Tally()
  /// The conditions that block it.
  var conditions: Conditions = []
  /// It has more blockers than ``Claims`` records.
  var hasMoreBlockers = false
  /// It played or recorded when it was interrupted; later reports of its owner replace this (R29).
  var wasPlaying: Bool
  /// It played when it was interrupted; rows I and ID of the pair table ask (R28).
  let playedThen: Bool
  /// A blocker left silently (R24).
  var isPoisoned = false
}

/// What few rules ask of a session; it is kept apart, so that the rest is small.
struct SessionDetails: Equatable, Sendable, BitwiseCopyable {
  var ownership: Ownership
  /// When it last took its contender among the active: it was activated, or configured while active.
  var contenderSince = Moment.never
}

/// What happened to few sessions, as `explain` tells it.
struct Incidents: Equatable, Sendable, BitwiseCopyable {
  /// When the silent switch last silenced it.
  var silencedSince = Moment.never
  /// The refusal of its last activation, as long as nothing has succeeded since.
  var lastRefusal: Refused?
}

/// What is muted of few sessions (R68).
struct Mutes: Equatable, Sendable, BitwiseCopyable {
  var byProgram: SoundDirections = []
  var byUser: SoundDirections = []
  /// Who reported the user's.
  var reporter: ConnectionID?
}

/// Through which ports a session's program wants its sound to go (R69).
package struct PortWishes: Equatable, Sendable, BitwiseCopyable {
  /// The input that it prefers, by number; 0: none.
  package var input: UInt64 = 0
  /// Whether its output is to go to the loudspeaker.
  package var overridesOutput = false
}

/// What few sessions' programs and users want of their sound, beside what is decided.
struct SoundWishes: Equatable, Sendable, BitwiseCopyable {
  var mutes = Mutes()
  var ports = PortWishes()
}

/// Whose a session is, and for how long.
struct Ownership: Equatable, Sendable, BitwiseCopyable {
  var owner: Owner
  /// The process that owns the lease has ended.
  var isOrphaned = false
  var lease: Lease?
}

/// A decision and its time.
struct Moment: Equatable, Sendable, BitwiseCopyable {
  var seq: UInt64
  var at: Instant

  static let never = Moment(seq: 0, at: Instant(nanoseconds: 0))
}

/// The origin of an interruption.
struct Interruption: Equatable, Sendable, BitwiseCopyable {
  var moment: Moment
  var by: SessionID?
  var reason: InterruptionReason
  var cause: Reason
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
  var moment: Moment
  /// Nil: it stands until it is answered.
  var deadline: Instant?
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
package struct Lease: Equatable, Sendable, BitwiseCopyable {
  package var length: Duration
  package var deadline: Instant
}

/// A set of sessions, as their number and a checksum, so that sets are compared without lists.
///
/// The number is exact. The checksum is the sum of the sessions' marks, which are their numbers
/// scattered over 64 bits: two different sets of one size have the same with odds of 1 in 2⁶⁴. What
/// would be wrong then is a list of duckers, or one `changed` for observers.
package struct Tally: Equatable, Sendable, BitwiseCopyable {
  private var checksum: UInt64 = 0
  package private(set) var count: Int32 = 0

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
