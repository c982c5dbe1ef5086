import AudioSessionBus
import Foundation

/// The commands that somebody may give over the bus.
enum CommandKind: CaseIterable, Sendable {
  case play, pause, stop, toggle, next, previous, skipForward, skipBackward, position, rate
  case repeatMode, shuffleMode
}

/// All that the program has said, as of one moment.
struct PlayerState: Sendable {
  var nowPlaying = NowPlaying()
  var available: Set<CommandKind> = []
  /// The rates that the program offers.
  var rates: [Double] = []
  var repeatType = MPRepeatType.off
  var shuffleType = MPShuffleType.off

  /// The properties of MPRIS's player that are told when they change: all but the position.
  var properties: [String: BusArgument] {
    let range = rateRange
    var properties: [String: BusArgument] = [
      "PlaybackStatus": .string(nowPlaying.status.rawValue),
      "Rate": .real(nowPlaying.rate),
      "MinimumRate": .real(range.lowerBound),
      "MaximumRate": .real(range.upperBound),
      "Metadata": .properties(metadata),
      "Volume": .real(1),
      "CanGoNext": .boolean(available.contains(.next)),
      "CanGoPrevious": .boolean(available.contains(.previous)),
      "CanPlay": .boolean(!available.isDisjoint(with: [.play, .toggle])),
      "CanPause": .boolean(!available.isDisjoint(with: [.pause, .toggle])),
      "CanSeek": .boolean(!available.isDisjoint(with: [.position, .skipForward, .skipBackward])),
      "CanControl": .boolean(true),
    ]
    if available.contains(.repeatMode) {
      properties["LoopStatus"] = .string(LoopStatus(repeatType).rawValue)
    }
    if available.contains(.shuffleMode) { properties["Shuffle"] = .boolean(shuffleType != .off) }
    return properties
  }

  /// The rates that can be set: only what it is now if there is no command for it.
  var rateRange: ClosedRange<Double> {
    let all = (available.contains(.rate) ? rates : []) + [1, nowPlaying.rate]
    return (all.min() ?? 1)...(all.max() ?? 1)
  }

  /// The path by which MPRIS names the item.
  var track: String {
    nowPlaying.item == nil
      ? "/org/mpris/MediaPlayer2/TrackList/NoTrack" : "/org/audiosession/Item/\(nowPlaying.number)"
  }

  private var metadata: [String: BusArgument] {
    (nowPlaying.item?.metadata ?? [:]).merging(["mpris:trackid": .objectPath(track)]) { $1 }
  }
}

/// MPRIS's `LoopStatus`.
enum LoopStatus: String, CaseIterable {
  case none = "None"
  case track = "Track"
  case playlist = "Playlist"

  init(_ type: MPRepeatType) {
    switch type {
    case .off: self = .none
    case .one: self = .track
    case .all: self = .playlist
    }
  }

  var type: MPRepeatType {
    switch self {
    case .none: .off
    case .track: .one
    case .playlist: .all
    }
  }
}
