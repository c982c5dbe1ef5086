import AudioSessionTypes

/// All that the pair table and what bends it ask of a session.
///
/// Two contenders that are equal stand the same way to everybody, so ducking is recomputed only
/// where one changes.
struct Contender: Equatable, BitwiseCopyable {
  var kind: Kind
  var priority: Priority
  var process: ProcessID
  /// A ring that shows a banner (R41).
  var isBannerRing: Bool
  var prefersNoInterruptions: Bool
  var isPlayback: Bool

  init(_ configuration: Configuration, _ process: ProcessID) {
    kind = configuration.kind
    priority = configuration.priority
    self.process = process
    isBannerRing = configuration.priority == .ringtone && configuration.alertStyle == .banner
    prefersNoInterruptions =
      configuration.preferences.contains(.prefersNoInterruptionsFromSystemAlerts)
    isPlayback = configuration.category == .playback
  }

  /// Its options say that it mixes; its priority still protects it (section 3).
  var isProtected: Bool { priority != .normal && kind.isMixable }

  var sessionClass: SessionClass { SessionClass(priority, kind) }
}

/// What a newcomer and a current session do to each other, and by which rule.
struct Encounter: Equatable {
  var outcome: Outcome
  var reason: Reason
}

extension Policy {
  /// The pair table's word on the two (R59), bent in the order that section 3 gives.
  func encounter(_ newcomer: Contender, _ current: Contender) -> Encounter {
    if newcomer.process == current.process { return Encounter(outcome: .mix, reason: Reason(.R52)) }
    let isBannerMatter =
      newcomer.isBannerRing && current.prefersNoInterruptions
      || current.isBannerRing && newcomer.prefersNoInterruptions
    if isBannerMatter { return Encounter(outcome: .mix, reason: Reason(.R41)) }
    let cell = Cell(newcomer.kind, current.kind)
    let byTable = Encounter(outcome: interactions[cell], reason: Reason(.R59, cell))
    switch byTable.outcome {
    case .refuse where playsDuring(newcomer, current):
      return Encounter(outcome: .duckNewcomer, reason: Reason(.R9))
    case .interrupt, .duck:
      return isSpared(current, by: newcomer)
        ? Encounter(outcome: .mix, reason: byTable.reason) : byTable
    case .refuse, .duckNewcomer:
      return isSpared(newcomer, by: current)
        ? Encounter(outcome: .mix, reason: byTable.reason) : byTable
    case .mix:
      return byTable
    }
  }

  /// R9: playback may start during a call, and the call hears nothing of it.
  private func playsDuring(_ newcomer: Contender, _ current: Contender) -> Bool {
    playbackDuringPhoneCall && newcomer.priority == .normal && newcomer.isPlayback
      && current.priority == .phoneCall
  }

  /// A mixable session above normal is spared by lower priorities (section 3).
  private func isSpared(_ one: Contender, by other: Contender) -> Bool {
    one.isProtected && other.priority.level < one.priority.level
  }
}

extension Kind {
  /// The kinds of sessions that mix.
  var isMixable: Bool {
    switch self {
    case .mixable, .mixableSpoken, .ducking, .interruptingSpoken, .duckingInterruptingSpoken: true
    case .exclusive, .spoken, .assistant, .alarm, .ringtone, .phoneCall: false
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
    case .exclusive, .spoken, .mixable, .mixableSpoken, .ducking, .interruptingSpoken: false
    }
  }
}
