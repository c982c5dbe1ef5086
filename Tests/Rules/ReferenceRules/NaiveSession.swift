import AudioSessionArbitration
import AudioSessionTypes

/// A blocker of an interrupted session.
enum Blocker: Equatable {
  case session(SessionID)
  case microphone, route, sleep
}

/// A time that ends, or doesn't.
struct Term: Equatable {
  /// Nil: never.
  var end: Instant?

  func isOver(at now: Instant) -> Bool { end.map { $0 <= now } ?? false }
}

/// A session as section 1 of the rules has it: stored facts, and what follows from them alone.
struct NaiveSession: Equatable {
  let id: SessionID
  var owner: Owner
  let scope: Scope
  var isOrphaned = false
  var configuration = Configuration()
  var state = SessionState.inactive
  /// The latest report, which stands until the next; nil: none so far, which counts as playing.
  var reportedPlaying: Bool?
  var isRecording = false
  var isForeground = true
  var activation: UInt64 = 0
  var lease: Duration?
  var leaseDeadline: Instant?

  var blockers: [Blocker] = []
  var interruptionReason: InterruptionReason?
  /// Whether it is to resume (R24, R29).
  var wasPlaying = false
  /// Whether it played when it was interrupted, which R29 doesn't change (R28).
  var playedWhenInterrupted = false
  var isPoisoned = false
  /// The event that interrupted it, for "most recently interrupted".
  var interruptedAt: UInt64 = 0
  /// The number of the latest decision that sent `began` (R33).
  var beganSeq: UInt64 = 0
  /// The event that refused it, while it is pending (R34).
  var refusedAt: UInt64?
  /// It may resume, and keeps its claims (R30).
  var offer: Term?
  /// It was told to resume, and may do so from the background (R11).
  var right: Term?
  /// Its owner is to be told that the system suspended it (R47).
  var owesSuspensionNotice = false

  /// What its program has muted of it, and what its user has, as who reports (R68).
  var mutedByProgram: SoundDirections = []
  var mutedByUser: SoundDirections = []
  var muteReporter: ConnectionID?
  /// Where its program wants its sound to go (R69); 0: from no input in particular.
  var preferredInput: UInt64 = 0
  var overridesOutput = false

  init(id: SessionID, owner: Owner, scope: Scope) {
    self.id = id
    self.owner = owner
    self.scope = scope
  }
}

extension NaiveSession {
  var user: UserID { owner.user }
  var priority: Priority { configuration.priority }
  var isNormal: Bool { priority == .normal }
  /// By level, as everywhere: a ringtone's is the call's.
  var isBelowPhoneCall: Bool { priority.level < Priority.phoneCall.level }
  var isActive: Bool { state == .active }

  /// Section 1: a recorder has no output.
  var isPlaying: Bool { isActive && configuration.category != .record && reportedPlaying ?? true }

  /// One of those of which R31 and R34 don't tell all to resume.
  var isRationed: Bool { isNormal && !isMixable }

  var captures: Bool {
    switch configuration.category {
    case .record, .playAndRecord: true
    case .multiRoute: isRecording
    case .ambient, .soloAmbient, .playback: false
    }
  }

  var overridesMute: Bool {
    configuration.options.contains(.overrideMutedMicrophoneInterruption)
  }

  func prefers(_ preference: Preferences) -> Bool {
    configuration.preferences.contains(preference)
  }

  /// "Two sessions meet" of the terms.
  func meets(_ other: NaiveSession) -> Bool {
    !isOfOneApplication(with: other) && sharesZone(with: other)
  }

  func isOfOneApplication(with other: NaiveSession) -> Bool {
    scope.application == other.scope.application
  }

  func sharesZone(with other: NaiveSession) -> Bool {
    scope.zone == nil || other.scope.zone == nil || scope.zone == other.scope.zone
  }

  /// Waits for something, or keeps its claims though it is inactive (R34's "counts as active").
  var standsInTheWay: Bool {
    switch state {
    case .active: true
    case .interrupted: !blockers.contains(.route)
    case .inactive: offer != nil
    }
  }

  /// Leaves the sound; what it interrupted is another matter.
  mutating func becomeInactive() {
    state = .inactive
    isRecording = false
    blockers = []
    interruptionReason = nil
    isPoisoned = false
  }
}
