import AudioSessionTypes

/// R43: the microphone is muted in hardware.
extension Arbiter {
  /// Interrupts the recordings that the mute stops, and frees those that it stops no longer; also
  /// after a change of route, since another route may have another microphone.
  mutating func settleMicrophone(_ decision: inout Decision) {
    let stopped = sessions.slots(.active) { slot in
      sessions[slot].yieldsToMutedMicrophone
        && system.mutesMicrophone(of: sessions.owner(slot).user)
    }
    let freed = sessions.slots(.interrupted) { slot in
      sessions[slot].interrupted?.conditions.contains(.microphoneMute) == true
        && !system.mutesMicrophone(of: sessions.owner(slot).user)
    }
    for slot in stopped {
      interrupt(slot, for: .microphoneMute, reason: .builtInMicMuted, rule: .R43, &decision)
    }
    for slot in freed { lift(.microphoneMute, from: slot, &decision) }
  }
}
