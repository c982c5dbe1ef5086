import AudioSessionTypes

/// What the rules say of the built-in kinds, and so of the roles that are like them (R66).
extension Kind {
  /// The kinds of sessions that mix.
  var isMixable: Bool {
    switch self {
    case .mixable, .mixableSpoken, .ducking, .interruptingSpoken, .duckingInterruptingSpoken,
      .accessibility:
      true
    default: false
    }
  }

  /// Rows I and ID interrupt only speech that plays (section 3).
  var interruptsOnlyPlayingSpeech: Bool {
    self == .interruptingSpoken || self == .duckingInterruptingSpoken
  }

  /// Rows whose `int` ducks where the edge was missed (R16).
  var ducksWhatItInterrupts: Bool {
    switch self {
    case .duckingInterruptingSpoken, .assistant, .alarm, .ringtone, .phoneCall: true
    default: false
    }
  }

  /// Who lowers music deep (R18).
  var ducksStrongly: Bool { self == .assistant || self == .ringtone || self == .phoneCall }

  /// What is lowered deep: neither a prompt nor a screen reader (R18).
  var isDuckedStrongly: Bool {
    switch self {
    case .exclusive, .spoken, .recording, .mixable, .mixableSpoken, .interruptingSpoken: true
    default: false
    }
  }
}
