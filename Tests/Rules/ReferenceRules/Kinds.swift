import AudioSessionArbitration
import AudioSessionTypes

/// R59, R66: what a session is to others.
extension NaiveSession {
  /// Its row and its column: the role's own while that is as the session took it.
  var kind: Kind {
    guard let role = configuration.role, !role.isOutdated else { return builtInKind }
    return role.kind
  }

  /// The kind of section 3 that it is, or that its role is like; rules that name kinds mean this.
  var builtInKind: Kind {
    if let role = configuration.role { return role.like }
    return isMixable ? mixableKind : exclusiveKind
  }

  var isMixable: Bool {
    guard let role = configuration.role else {
      return Legality.isMixable(configuration.category, configuration.options)
    }
    switch role.like {
    case .mixable, .mixableSpoken, .ducking, .interruptingSpoken, .duckingInterruptingSpoken,
      .accessibility:
      return true
    default: return false
    }
  }

  private var mixableKind: Kind {
    let ducks = configuration.options.contains(.duckOthers)
    let interrupts = configuration.options.contains(.interruptSpokenBit)
    if ducks && interrupts { return .duckingInterruptingSpoken }
    if ducks { return .ducking }
    if interrupts { return .interruptingSpoken }
    return configuration.mode == .spokenAudio ? .mixableSpoken : .mixable
  }

  private var exclusiveKind: Kind {
    switch priority {
    case .assistant: .assistant
    case .alarm: .alarm
    case .ringtone: .ringtone
    case .phoneCall: .phoneCall
    case .normal:
      switch (configuration.category, configuration.mode) {
      case (.record, _), (.playAndRecord, _): .recording
      case (_, .spokenAudio): .spoken
      default: .exclusive
      }
    }
  }

  /// Rows I and ID, and those of roles like them.
  var interruptsOnlySpeech: Bool {
    [.interruptingSpoken, .duckingInterruptingSpoken].contains(builtInKind)
  }
}
