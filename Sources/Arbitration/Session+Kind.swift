package import AudioSessionTypes

/// What section 1 derives from a session alone.
extension Session {
  var priority: Priority { configuration.priority }

  /// `mixable(s)` of the vocabulary's Legality.
  var isMixable: Bool { configuration.isMixable }

  var kind: Kind { configuration.kind }

  /// Whether it has the microphone in view: R7 and R8 ask.
  var captures: Bool { configuration.captures(whileRecording: isRecording) }

  /// Playing, as reported, or as long as it is active if nothing was.
  var isPlaying: Bool { state == .active && reportedPlaying ?? true }

  /// Non-mixable and normal: of these only one is invited at a time (R31, R34).
  var isExclusiveNormal: Bool { !isMixable && priority == .normal }

  /// It may take the title of Now Playing (R53).
  var isPlayingCandidate: Bool {
    isPlaying && !isMixable && configuration.preferences.contains(.isNowPlayingCandidate)
  }

  /// It silences others' secondary audio (R45).
  var isHintSource: Bool { isPlaying && !isMixable }

  /// It records and wants no system sounds (R46).
  var silencesSystemSounds: Bool {
    state == .active && isRecording
      && !configuration.preferences.contains(.allowHapticsAndSystemSoundsDuringRecording)
  }

  /// It is interrupted, or waits, when the microphone is muted (R43).
  var yieldsToMutedMicrophone: Bool {
    state == .active && isRecording
      && !configuration.optionsInForce.contains(.overrideMutedMicrophoneInterruption)
  }

  /// How it stands to others by the pair table.
  var contender: Contender { Contender(configuration, owner.process) }
}

extension Configuration {
  /// Whether a session so configured mixes with others (vocabulary, Legality).
  var isMixable: Bool { Legality.isMixable(category, options) }

  /// The session's row and column in the pair table (section 3).
  package var kind: Kind {
    guard isMixable else {
      return switch priority {
      case .normal: mode == .spokenAudio ? .spoken : .exclusive
      case .assistant: .assistant
      case .alarm: .alarm
      case .ringtone: .ringtone
      case .phoneCall: .phoneCall
      }
    }
    let interruptsSpoken = options.contains(.interruptSpokenBit)
    return switch (options.contains(.duckOthers), interruptsSpoken) {
    case (true, true): .duckingInterruptingSpoken
    case (true, false): .ducking
    case (false, true): .interruptingSpoken
    case (false, false): mode == .spokenAudio ? .mixableSpoken : .mixable
    }
  }

  /// `captures(s)` of section 1.
  func captures(whileRecording isRecording: Bool) -> Bool {
    switch category {
    case .record, .playAndRecord: true
    case .multiRoute: isRecording
    case .ambient, .soloAmbient, .playback: false
    }
  }
}
