import Foundation

/// What somebody on the bus wants the program to do.
enum RemoteAction: Equatable, Sendable {
  /// To play, pause, stop, toggle, or change the item.
  case plain(CommandKind)
  /// By a number of seconds, more than 0.
  case skipForward(TimeInterval)
  case skipBackward(TimeInterval)
  /// In seconds from the beginning.
  case position(TimeInterval)
  case rate(Double)
  case repeatMode(MPRepeatType)
  case shuffleMode(MPShuffleType)

  var kind: CommandKind {
    switch self {
    case .plain(let kind): kind
    case .skipForward: .skipForward
    case .skipBackward: .skipBackward
    case .position: .position
    case .rate: .rate
    case .repeatMode: .repeatMode
    case .shuffleMode: .shuffleMode
    }
  }

  /// What the program's handlers are told.
  func event(of command: MPRemoteCommand) -> MPRemoteCommandEvent {
    switch self {
    case .plain: MPRemoteCommandEvent(command)
    case .skipForward(let interval), .skipBackward(let interval):
      MPSkipIntervalCommandEvent(command, by: interval)
    case .position(let time): MPChangePlaybackPositionCommandEvent(command, to: time)
    case .rate(let rate): MPChangePlaybackRateCommandEvent(command, to: Float(rate))
    case .repeatMode(let type): MPChangeRepeatModeCommandEvent(command, to: type)
    case .shuffleMode(let type): MPChangeShuffleModeCommandEvent(command, to: type)
    }
  }
}

/// What is done for a wish; nil where the program has no command for it, and so, as MPRIS has it,
/// nothing happens.
extension PlayerState {
  var isPlaying: Bool { nowPlaying.status == .playing }

  func play() -> RemoteAction? { first(of: isPlaying ? [.play] : [.play, .toggle]) }

  func pause() -> RemoteAction? { first(of: isPlaying ? [.pause, .toggle] : [.pause]) }

  /// A player that can't stop is paused.
  func stop() -> RemoteAction? { first(of: [.stop]) ?? pause() }

  func toggle() -> RemoteAction? { first(of: [.toggle, isPlaying ? .pause : .play]) }

  func next() -> RemoteAction? { first(of: [.next]) }

  func previous() -> RemoteAction? { first(of: [.previous]) }

  /// From where the player is; beyond the end is the next item.
  func seek(by seconds: TimeInterval, at now: TimeInterval) -> RemoteAction? {
    if available.contains(.position) {
      let target = nowPlaying.position(at: now) + seconds
      guard target <= nowPlaying.item?.duration ?? .infinity else { return next() }
      return .position(max(0, target))
    }
    if seconds > 0, available.contains(.skipForward) { return .skipForward(seconds) }
    if seconds < 0, available.contains(.skipBackward) { return .skipBackward(-seconds) }
    return nil
  }

  /// In an item that may be another by now, and then nothing happens; nor beyond its end.
  func setPosition(_ seconds: TimeInterval, of track: String) -> RemoteAction? {
    let range = 0...(nowPlaying.item?.duration.map { max(0, $0) } ?? .infinity)
    guard available.contains(.position), track == self.track, range.contains(seconds) else {
      return nil
    }
    return .position(seconds)
  }

  private func first(of kinds: [CommandKind]) -> RemoteAction? {
    kinds.first(where: available.contains).map(RemoteAction.plain)
  }
}
