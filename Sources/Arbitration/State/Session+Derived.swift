package import AudioSessionTypes

/// A session by its phase.
extension Session {
  var state: SessionState {
    switch phase {
    case .active: .active
    case .interrupted: .interrupted
    case .inactive, .closed: .inactive
    }
  }

  var isActive: Bool {
    if case .active = phase { true } else { false }
  }

  var isClosed: Bool {
    if case .closed = phase { true } else { false }
  }

  /// What belongs to an inactive session; nil in any other, where setting it does nothing.
  var inactive: Inactive? {
    get { if case .inactive(let it) = phase { it } else { nil } }
    set { if case .inactive = phase, let newValue { phase = .inactive(newValue) } }
  }

  /// What belongs to an active session, in the same way.
  var active: Active? {
    get { if case .active(let it) = phase { it } else { nil } }
    set { if case .active = phase, let newValue { phase = .active(newValue) } }
  }

  /// What belongs to an interrupted session, in the same way.
  var interrupted: Interrupted? {
    get { if case .interrupted(let it) = phase { it } else { nil } }
    set { if case .interrupted = phase, let newValue { phase = .interrupted(newValue) } }
  }

  /// Whether it was told to resume so lately that it may activate from the background (R11).
  func mayResume(at now: Instant) -> Bool {
    (inactive?.mayResumeUntil ?? active?.mayResumeUntil).map { now < $0 } ?? false
  }
}

/// The values that section 1 derives from a session alone.
extension Session {
  var isRecording: Bool { active?.isRecording ?? false }

  var priority: Priority { configuration.priority }

  /// `mixable(s)` of Legality, or that of the role's kind (R66).
  var isMixable: Bool { configuration.isMixable }

  /// `captures(s)` of section 1: it records, or its category says that it will; R7 and R8 ask.
  var captures: Bool { configuration.captures(whileRecording: isRecording) }

  /// It is active and plays, as reported, or without a report; the category `record` has no output.
  var isPlaying: Bool {
    isActive && configuration.category != .record && reportedPlaying ?? true
  }

  /// It plays, or played when it was interrupted; rows I and ID of the pair table ask (R28).
  var playsOrPlayed: Bool { interrupted?.playedThen ?? isPlaying }

  /// It is non-mixable and normal: of such sessions that meet, only one is told to resume or
  /// invited in one decision (R31, R34).
  var isExclusiveNormal: Bool { !isMixable && priority == .normal }

  /// It wants the title of Now Playing (R53).
  var wantsTitle: Bool { !isClosed && configuration.preferences.contains(.isNowPlayingCandidate) }

  /// It may take the title.
  var mayTakeTitle: Bool { wantsTitle && isPlaying && !isMixable }

  /// The level of priority up to which others should silence their secondary audio because of it
  /// (R45); 0: none should.
  var levelAsSource: Int { isPlaying && !isMixable ? priority.level : 0 }

  /// It records, and system sounds are silent meanwhile (R46).
  var silencesSystemSounds: Bool {
    isRecording
      && !configuration.preferences.contains(.allowHapticsAndSystemSoundsDuringRecording)
  }

  /// It is interrupted when the microphone is muted (R43).
  var yieldsToMutedMicrophone: Bool { isRecording && isStoppedByMutedMicrophone }

  /// A muted microphone keeps it from recording; a call is never kept (R43, R64).
  var isStoppedByMutedMicrophone: Bool {
    priority.level < Priority.phoneCall.level
      && !configuration.optionsInForce.contains(.overrideMutedMicrophoneInterruption)
  }

  /// It is interrupted when its output has gone (R44).
  ///
  /// - Parameter mustBeNowPlaying: Whether only a session that is Now Playing is.
  /// - Returns: Whether it is.
  func stopsWithoutItsOutput(mustBeNowPlaying: Bool) -> Bool {
    guard isPlaying,
      configuration.preferences.contains(.prefersInterruptionOnRouteDisconnect)
    else { return false }
    return mustBeNowPlaying ? isNowPlaying && priority == .normal : isExclusiveNormal && !captures
  }

  /// The silent switch concerns it (R62).
  var fallsSilent: Bool {
    guard isActive else { return false }
    switch priority {
    case .ringtone: return true
    case .normal:
      return configuration.isSecondary && configuration.like != .accessibility
    case .assistant, .alarm, .phoneCall: return false
    }
  }
}

extension Configuration {
  /// Its sound is beside the point: it obeys the silent switch (R62), and may not start to play in
  /// the background (R65).
  var isSecondary: Bool { category == .ambient || category == .soloAmbient }

  /// A session with this configuration mixes with others.
  var isMixable: Bool { role?.like.isMixable ?? Legality.isMixable(category, options) }

  /// The built-in kind whose rules apply: its own, or the one that its role is like (R66).
  package var like: Kind { role?.like ?? kindByOptions }

  /// The session's row and column in the pair table (section 3).
  package var kind: Kind {
    guard let role else { return kindByOptions }
    return role.isOutdated ? role.like : role.kind
  }

  /// The kind of a session without a role.
  private var kindByOptions: Kind {
    guard isMixable else { return exclusiveKind }
    let interruptsSpoken = options.contains(.interruptSpokenBit)
    return switch (options.contains(.duckOthers), interruptsSpoken) {
    case (true, true): .duckingInterruptingSpoken
    case (true, false): .ducking
    case (false, true): .interruptingSpoken
    case (false, false): mode == .spokenAudio ? .mixableSpoken : .mixable
    }
  }

  private var exclusiveKind: Kind {
    switch priority {
    case .normal:
      switch category {
      case .record, .playAndRecord: .recording
      case .ambient, .soloAmbient, .playback, .multiRoute:
        mode == .spokenAudio ? .spoken : .exclusive
      }
    case .assistant: .assistant
    case .alarm: .alarm
    case .ringtone: .ringtone
    case .phoneCall: .phoneCall
    }
  }

  /// `captures(s)` of section 1, which asks whether a session of category `multiRoute` records.
  func captures(whileRecording isRecording: Bool) -> Bool {
    switch category {
    case .record, .playAndRecord: true
    case .multiRoute: isRecording
    case .ambient, .soloAmbient, .playback: false
    }
  }
}
