import AudioSession
import AudioSessionTypes
import Foundation

/// What is known of the remote commands that the program answers.
struct RemoteControl: Sendable {
  /// Whether it answers one that starts or stops its sound.
  var answersCommands = false
  /// Whether the daemon was told, by us, that the user doesn't want it to play.
  var isPausedByCommand = false
}

/// What the module `MediaPlayer` tells the session.
extension AVAudioSession {
  /// Whether the session is active and, as far as is known, heard.
  package var isPlaying: Bool {
    let status = status
    return status.state == .active && status.isPlaying
  }

  /// Tells whether the program answers a remote command that starts or stops its sound: then its
  /// session is a candidate for Now Playing (R53), and may resume from the background (R11).
  ///
  /// A session that isn't open stays so, and becomes a candidate when the program configures or
  /// activates it. The calling thread isn't blocked.
  ///
  /// - Parameter answers: Whether it does.
  package func setAnswersCommands(_ answers: Bool) {
    guard answers != remote.answersCommands else { return }
    changeRemote { $0.answersCommands = answers }
    guard status.number != nil else { return }
    AVAudioSession.settlings.async { try? self.settleCandidate() }
  }

  /// Tells that the user has paused or resumed the program by a remote command.
  ///
  /// During an interruption that is a wish for its end (R29): after a pause it comes without
  /// ``InterruptionOptions/shouldResume``, and a resumption takes that back. Otherwise nothing happens,
  /// since it is the program that pauses or resumes.
  ///
  /// The calling thread is blocked for 1 second at most.
  ///
  /// - Parameter isToPlay: Whether the user wants it to play.
  package func followCommand(isToPlay: Bool) {
    let session = underlying
    guard session.status.state == .interrupted else { return }
    let report = AudioSession.Operation.report(playing: isToPlay, recording: nil, foreground: nil)
    do throws(AudioSessionError) {
      try session.wait(for: report, atMost: .seconds(1))
      changeRemote { $0.isPausedByCommand = !isToPlay }
    } catch {
      // Nobody resumes who isn't told to by the daemon.
    }
  }

  /// Makes the session a candidate, before it is activated, if that is owed to the program's commands.
  func becomeCandidate() throws {
    if remote.answersCommands { try settleCandidate() }
  }

  /// Follows what an operation of the program says of its playing.
  ///
  /// What we reported stands until the next report, and a program that reports nothing counts as
  /// playing when it is active: so that is reported when it is active again.
  func followReports(by operation: AudioSession.Operation, in session: Session) {
    if case .report(.some, _, _) = operation {
      changeRemote { $0.isPausedByCommand = false }
    }
    guard operation.isActivation, remote.isPausedByCommand else { return }
    changeRemote { $0.isPausedByCommand = false }
    guard !SessionAudio.shared.isReported else { return }
    let report = AudioSession.Operation.report(playing: true, recording: nil, foreground: nil)
    _ = try? session.wait(for: report, atMost: .seconds(1))
  }

  /// Whether a session is a candidate of whose program nothing else was said.
  static func isUsualCandidate(
    _ category: AudioSessionTypes.Category,
    _ options: AudioSessionTypes.CategoryOptions,
    answersCommands: Bool
  ) -> Bool {
    !Legality.isMixable(category, options) && (category == .playback || answersCommands)
  }

  private static let settlings = DispatchQueue(label: "AVAudioSession.settlings")

  private func settleCandidate() throws {
    let status = status
    let isCandidate =
      hardware.isNowPlayingCandidate
      ?? AVAudioSession.isUsualCandidate(
        status.category,
        status.options,
        answersCommands: remote.answersCommands
      )
    guard isCandidate != status.preferences.contains(.isNowPlayingCandidate) else { return }
    try perform { status in
      .configure(Configuration(preferences: status.preferences.candidate(isCandidate)))
    }
  }
}
