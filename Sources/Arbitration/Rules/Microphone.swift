import AudioSessionTypes

/// R43: the microphone is muted in hardware.
extension Arbiter {
  /// Interrupts the recordings that the mute stops, and frees those that it stops no longer; also
  /// after a change of route, since another route may have another microphone.
  mutating func settleMicrophone(_ decision: inout Decision) {
    let stopped = sessions.slots(.active) { session in
      session.yieldsToMutedMicrophone && system.mutesMicrophone(of: session.owner.user)
    }
    let freed = sessions.slots(.interrupted) { session in
      session.conditions.contains(.microphoneMute)
        && !system.mutesMicrophone(of: session.owner.user)
    }
    for slot in stopped {
      interrupt(slot, for: .microphoneMute, reason: .builtInMicMuted, rule: .R43, &decision)
    }
    for slot in freed { lift(.microphoneMute, from: slot, &decision) }
  }
}
