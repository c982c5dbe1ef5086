/// What configuration may change about the rules, with the defaults.
package struct Policy: Equatable, Sendable {
  /// Linear gain of a ducked session, 0…1; 0.2 is −14 dB (R18).
  package var duckGain = 0.2
  /// Linear gain under a call, a ring or an assistant, 0…1; 0.0178 is −35 dB (R18).
  package var strongDuckGain = 0.0178
  /// How long a gain takes to fall, 0…10 s (R19).
  package var duckRamp = Duration.milliseconds(300)
  /// How long a gain takes to rise, 0…10 s (R19).
  package var unduckRamp = Duration.seconds(1)
  /// How long a session that may resume keeps its claims, 0…10 min; 0: it keeps none (R30).
  package var resumeOffer = Duration.seconds(5)
  /// Whether a silent deactivation is told as `ended` without `shouldResume`, or not at all (R24).
  package var endedOnSilentDeactivation = true
  /// Whether `playback` may start during a call, ducked (R9).
  package var playbackDuringPhoneCall = true
  /// Whether the machine's sleep interrupts normal sessions (R50).
  package var interruptOnSleep = true
  /// How long a reply waits for the enforcers, 0…2 s (R14); the server's matter.
  package var enforcementTimeout = Duration.milliseconds(200)
  /// What a newcomer and a current session do to each other (R59).
  package var interactions = PairTable.standard

  package init() {}
}
