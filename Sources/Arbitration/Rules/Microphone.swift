import AudioSessionTypes

/// R43: the microphone is muted in hardware.
extension Arbiter {
  mutating func setMicrophoneMuted(
    _ isMuted: Bool,
    _ reporter: Reporter,
    _ decision: inout Decision
  ) {
    mute(system.muted.saying(isMuted, reporter), &decision)
    note(reporter, among: system.muted, &decision)
  }

  /// Interrupts who records and doesn't override, and frees whom the mute alone blocked.
  mutating func mute(_ reporters: [Reporter], _ decision: inout Decision) {
    guard system.muted != reporters else { return }
    system.muted = reporters
    decision.draft.isNumbered = true
    decision.note(.R43)
    settleMicrophone(&decision)
  }

  /// Makes recording what the mute and the route say: another route may have another microphone.
  mutating func settleMicrophone(_ decision: inout Decision) {
    var silenced: [Slot] = []
    var freed: [Slot] = []
    var active = sessions.walk(.active)
    while let slot = active.next(in: sessions) {
      let session = sessions[slot]
      let isMuted = system.mutesMicrophone(of: session.owner.user)
      if session.yieldsToMutedMicrophone && isMuted { silenced.append(slot) }
    }
    var interrupted = sessions.walk(.interrupted)
    while let slot = interrupted.next(in: sessions) {
      let session = sessions[slot]
      let isMuted = system.mutesMicrophone(of: session.owner.user)
      if session.conditions.contains(.microphoneMute) && !isMuted { freed.append(slot) }
    }
    for slot in silenced {
      interrupt(slot, for: .microphoneMute, reason: .builtInMicMuted, rule: .R43, &decision)
    }
    for slot in freed { lift(.microphoneMute, from: slot, &decision) }
  }
}
