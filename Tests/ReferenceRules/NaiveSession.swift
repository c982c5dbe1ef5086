import Arbitration
import AudioSessionTypes

/// What an interrupted session waits for.
enum Blocker: Equatable {
  case session(SessionID)
  case microphone, route, sleep
}

/// A session as section 1 of the rules has it: stored facts, and what follows from them alone.
struct NaiveSession: Equatable {
  let id: SessionID
  var owner: Owner
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
  var offerDeadline: Instant?
  /// Its owner is to be told that the system suspended it (R47).
  var owesSuspensionNotice = false

  init(id: SessionID, owner: Owner) {
    self.id = id
    self.owner = owner
  }
}

extension NaiveSession {
  var priority: Priority { configuration.priority }
  var isNormal: Bool { priority == .normal }
  var isActive: Bool { state == .active }
  var isPlaying: Bool { isActive && reportedPlaying ?? true }
  var isMixable: Bool { Legality.isMixable(configuration.category, configuration.options) }
  /// One of those of which R31 and R34 tell one only to resume.
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

  func isOfOtherProcess(than other: NaiveSession) -> Bool {
    owner.process != other.owner.process
  }

  /// Waits for something, or keeps its claims though it is inactive (R34's "counts as active").
  var standsInTheWay: Bool {
    switch state {
    case .active: true
    case .interrupted: !blockers.contains(.route)
    case .inactive: offerDeadline != nil
    }
  }

  var kind: Kind {
    if !isMixable {
      switch priority {
      case .normal: return configuration.mode == .spokenAudio ? .spoken : .exclusive
      case .assistant: return .assistant
      case .alarm: return .alarm
      case .ringtone: return .ringtone
      case .phoneCall: return .phoneCall
      }
    }
    let ducks = configuration.options.contains(.duckOthers)
    let interrupts = configuration.options.contains(.interruptSpokenBit)
    if ducks && interrupts { return .duckingInterruptingSpoken }
    if ducks { return .ducking }
    if interrupts { return .interruptingSpoken }
    return configuration.mode == .spokenAudio ? .mixableSpoken : .mixable
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
