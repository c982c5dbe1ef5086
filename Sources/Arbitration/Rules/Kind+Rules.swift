import AudioSessionTypes

/// The properties of the built-in kinds, and so of the roles that are like them (R66).
extension Kind {
  /// Sessions of the kind mix with others.
  var isMixable: Bool {
    switch self {
    case .mixable, .mixableSpoken, .ducking, .interruptingSpoken, .duckingInterruptingSpoken,
      .accessibility:
      true
    default: false
    }
  }

  /// The kind's row interrupts only speech that plays: I and ID (section 3).
  var interruptsOnlyPlayingSpeech: Bool {
    self == .interruptingSpoken || self == .duckingInterruptingSpoken
  }

  /// The kind ducks sessions that its row interrupts, where they became active later or weren't
  /// playing (R16).
  var ducksWhatItInterrupts: Bool {
    switch self {
    case .duckingInterruptingSpoken, .assistant, .alarm, .ringtone, .phoneCall: true
    default: false
    }
  }

  /// The kind ducks music by `Policy.strongDuckGain` (R18).
  var ducksStrongly: Bool { self == .assistant || self == .ringtone || self == .phoneCall }

  /// The kind is ducked by `Policy.strongDuckGain`: neither a prompt nor a screen reader (R18).
  var isDuckedStrongly: Bool {
    switch self {
    case .exclusive, .spoken, .recording, .mixable, .mixableSpoken, .interruptingSpoken: true
    default: false
    }
  }
}
