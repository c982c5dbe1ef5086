import AVFAudio
public import Foundation

/// The commands by which media keys, headphones, a desktop's controls or another machine operate the
/// program.
///
/// They come by MPRIS over the session's bus, on which the program shows itself as a media player as soon
/// as it has added a target to one of them. Without a bus, or without the trait `Players`, nobody gives
/// any.
///
/// A program with a target for ``playCommand``, ``pauseCommand`` or ``togglePlayPauseCommand`` is a
/// candidate for Now Playing (R53): it may begin to play in the background (R11). A pause by command
/// during an interruption also means that its end doesn't advise the program to resume (R29).
///
/// Source: Apple, `MPRemoteCommandCenter`.
public final class MPRemoteCommandCenter: NSObject, Sendable {
  private static let only = MPRemoteCommandCenter()

  /// To play; `Play`.
  public let playCommand = MPRemoteCommand()
  /// To pause; `Pause`.
  public let pauseCommand = MPRemoteCommand()
  /// To stop; `Stop`.
  public let stopCommand = MPRemoteCommand()
  /// To pause if it plays, and to play otherwise; `PlayPause`.
  public let togglePlayPauseCommand = MPRemoteCommand()
  /// To go to the next item; `Next`.
  public let nextTrackCommand = MPRemoteCommand()
  /// To go to the item before; `Previous`.
  public let previousTrackCommand = MPRemoteCommand()
  /// To skip forward; `Seek`, if ``changePlaybackPositionCommand`` isn't available.
  public let skipForwardCommand = MPSkipIntervalCommand()
  /// To skip backward; likewise.
  public let skipBackwardCommand = MPSkipIntervalCommand()
  /// To play from another position; `SetPosition` and `Seek`.
  public let changePlaybackPositionCommand = MPChangePlaybackPositionCommand()
  /// To play faster or slower; `Rate`.
  public let changePlaybackRateCommand = MPChangePlaybackRateCommand()
  /// To repeat; `LoopStatus`.
  public let changeRepeatModeCommand = MPChangeRepeatModeCommand()
  /// To play in another order; `Shuffle`.
  public let changeShuffleModeCommand = MPChangeShuffleModeCommand()
  /// To seek forward until told otherwise; nobody on Linux gives it.
  public let seekForwardCommand = MPRemoteCommand()
  /// To seek backward until told otherwise; nobody on Linux gives it.
  public let seekBackwardCommand = MPRemoteCommand()
  /// To rate the item; nobody on Linux gives it.
  public let ratingCommand = MPRatingCommand()
  /// To like the item; nobody on Linux gives it.
  public let likeCommand = MPFeedbackCommand()
  /// To dislike the item; nobody on Linux gives it.
  public let dislikeCommand = MPFeedbackCommand()
  /// To mark the item; nobody on Linux gives it.
  public let bookmarkCommand = MPFeedbackCommand()
  /// To show or speak another language; nobody on Linux gives it.
  public let enableLanguageOptionCommand = MPRemoteCommand()
  /// To show or speak a language no more; nobody on Linux gives it.
  public let disableLanguageOptionCommand = MPRemoteCommand()

  private override init() {}

  /// The program's only instance.
  public class func shared() -> MPRemoteCommandCenter { only }

  /// The command of a kind.
  func command(_ kind: CommandKind) -> MPRemoteCommand {
    switch kind {
    case .play: playCommand
    case .pause: pauseCommand
    case .stop: stopCommand
    case .toggle: togglePlayPauseCommand
    case .next: nextTrackCommand
    case .previous: previousTrackCommand
    case .skipForward: skipForwardCommand
    case .skipBackward: skipBackwardCommand
    case .position: changePlaybackPositionCommand
    case .rate: changePlaybackRateCommand
    case .repeatMode: changeRepeatModeCommand
    case .shuffleMode: changeShuffleModeCommand
    }
  }

  /// Whether anybody could give a command.
  var hasTargets: Bool { CommandKind.allCases.contains { command($0).hasTargets } }

  /// Tells others which commands have targets.
  func followTargets() {
    let answers = [playCommand, pauseCommand, togglePlayPauseCommand].contains(where: \.hasTargets)
    AVAudioSession.sharedInstance().setAnswersCommands(answers)
    PlayerServer.shared.update()
  }
}
