import AudioSession

/// The audio of other applications. Reading a property makes a request, since no event reports it.
extension AVAudioSession {
  /// Whether another application is playing (R52); **each access is a request** of 1 second at most.
  ///
  /// False if the daemon doesn't reply.
  public var isOtherAudioPlaying: Bool { freshStatus?.isOtherAudioPlaying ?? false }

  /// Whether secondary audio should be silent, because another application plays audio that doesn't
  /// mix (R45); **each access is a request** of 1 second at most.
  ///
  /// While the session is active, ``silenceSecondaryAudioHintNotification`` reports changes. False if
  /// the daemon doesn't reply.
  public var secondaryAudioShouldBeSilencedHint: Bool {
    freshStatus?.secondaryAudioShouldBeSilencedHint ?? false
  }

  /// The kind of voice prompt to play (R51); **each access is a request** of 1 second at most.
  ///
  /// ``PromptStyle-swift.enum/normal`` if the daemon doesn't reply.
  public var promptStyle: PromptStyle { freshStatus.map { PromptStyle($0.promptStyle) } ?? .normal }
}
