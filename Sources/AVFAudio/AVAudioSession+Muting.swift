import AudioSession
import Foundation
import Synchronization

/// Muting, by the program and by its user.
///
/// The two are apart: neither undoes the other's mute. The sound is silent, and counts as muted, while
/// one of them wants it to be.
extension AVAudioSession {
  /// Whether the output is muted, by the program or by its user in a mixer.
  ///
  /// What the user does is known if the audio agent runs.
  public var isOutputMuted: Bool { status.isOutputMuted || status.isOutputMutedByUser }

  /// Mutes what the program plays, or no longer.
  ///
  /// Its players are silent, and the audio agent silences all of its streams; without an agent the
  /// program has to silence what it plays by other means. A change of ``isOutputMuted`` is
  /// posted as ``outputMuteStateChangeNotification``. If the user acts to hear what the program has
  /// muted, ``userIntentToUnmuteOutputNotification`` is posted, and the program decides.
  ///
  /// - Parameter isMuted: The new state.
  /// - Throws: ``ErrorCode/mediaServicesFailed`` if the daemon doesn't answer in time. Without a
  ///   daemon the wish is kept, which is no error.
  public func setOutputMuted(_ isMuted: Bool) throws {
    guard isMuted != status.isOutputMuted else { return }
    try mute(input: nil, output: isMuted)
  }

  /// Whether the input is muted, by the program or by its user.
  var isInputMuted: Bool { status.isInputMuted || status.isInputMutedByUser }

  /// Whether the program has muted its input.
  var isInputMutedByProgram: Bool { status.isInputMuted }

  /// Mutes what the program records, or no longer.
  func setInputMuted(_ isMuted: Bool) throws {
    try mute(input: isMuted, output: nil)
  }

  /// Long enough that there is no click.
  private static let muteRamp = Duration.milliseconds(10)

  private func mute(input: Bool?, output: Bool?) throws {
    try perform { _ in .mute(input: input, output: output) }
    SessionAudio.shared.applyGain(over: AVAudioSession.muteRamp)
    postMutes()
  }

  /// Posts what is muted, as far as it differs from what was posted last.
  func postMutes() {
    let (input, output) = mutes.withLock { $0.change(input: isInputMuted, output: isOutputMuted) }
    if let output {
      post(
        Posting(
          name: AVAudioSession.outputMuteStateChangeNotification,
          values: [AVAudioSession.muteStateKey: .flag(output)]
        )
      )
    }
    if let input { AVAudioApplication.shared.postInputMuted(input) }
  }
}

/// What was posted last of the mutes, so that every change is posted, and no other.
struct PostedMutes: Sendable {
  private var input = false
  private var output = false

  /// Takes the present state.
  ///
  /// - Returns: The new states; nil where it is as before.
  mutating func change(input: Bool, output: Bool) -> (input: Bool?, output: Bool?) {
    defer { (self.input, self.output) = (input, output) }
    return (input == self.input ? nil : input, output == self.output ? nil : output)
  }
}
