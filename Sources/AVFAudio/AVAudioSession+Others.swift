import AudioSession

/// What others' sound means for this session: nothing announces it, so that each read is a request.
extension AVAudioSession {
  /// Whether another application plays (R52); **one request a read**, waited for at most a second.
  ///
  /// False if no answer comes.
  public var isOtherAudioPlaying: Bool { freshStatus?.isOtherAudioPlaying ?? false }

  /// Whether sound that can be spared should be silent: another application plays alone that matters
  /// as much (R45); **one request a read**, waited for at most a second.
  ///
  /// While the session is active ``silenceSecondaryAudioHintNotification`` tells of changes.
  /// False if no answer comes.
  public var secondaryAudioShouldBeSilencedHint: Bool {
    freshStatus?.secondaryAudioShouldBeSilencedHint ?? false
  }

  /// How long a voice prompt should be (R51); **one request a read**, waited for at most a second.
  ///
  /// ``PromptStyle-swift.enum/normal`` if no answer comes.
  public var promptStyle: PromptStyle { freshStatus.map { PromptStyle($0.promptStyle) } ?? .normal }
}
