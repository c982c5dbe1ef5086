import Foundation

/// What a program plays, and where in it the player is; times are those of a clock that stands still
/// while the machine sleeps.
struct NowPlaying: Sendable {
  /// MPRIS's `PlaybackStatus`.
  enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  private(set) var item: NowPlayingItem?
  private(set) var playbackState = MPNowPlayingPlaybackState.unknown
  /// Grows with each other item.
  private(set) var number = 0
  private var isSessionPlaying = false
  /// Where the player was at `time`.
  private var elapsed = 0.0
  private var time = 0.0

  /// Sets what the program says of its item; nil for none.
  mutating func set(_ item: NowPlayingItem?, at now: TimeInterval) {
    let isSame =
      switch (item, self.item) {
      case (let new?, let old?): new.isSame(as: old)
      case (nil, nil): true
      case (nil, _), (_, nil): false
      }
    elapsed = item?.elapsed ?? (isSame ? position(at: now) : 0)
    time = now
    if !isSame { number += 1 }
    self.item = item
  }

  mutating func set(_ playbackState: MPNowPlayingPlaybackState, at now: TimeInterval) {
    hold(at: now)
    self.playbackState = playbackState
  }

  /// Sets whether the program's session is heard.
  mutating func set(isSessionPlaying: Bool, at now: TimeInterval) {
    hold(at: now)
    self.isSessionPlaying = isSessionPlaying
  }

  var status: Status {
    switch playbackState {
    case .playing: .playing
    case .paused, .interrupted: .paused
    case .stopped: .stopped
    case .unknown:
      if let rate = item?.rate {
        rate == 0 ? .paused : .playing
      } else if isSessionPlaying {
        .playing
      } else {
        item == nil ? .stopped : .paused
      }
    }
  }

  /// How fast it plays when it plays; never 0.
  var rate: Double {
    [item?.rate, item?.usualRate].lazy.compactMap(\.self).first { $0 != 0 } ?? 1
  }

  /// Where the player is, in seconds from the beginning of its item.
  func position(at now: TimeInterval) -> TimeInterval {
    let position = status == .playing ? elapsed + rate * (now - time) : elapsed
    return max(0, min(position, item?.duration ?? .infinity))
  }

  /// Whether it is elsewhere, by more than a second, than who knew it before would think.
  func hasJumped(since former: NowPlaying, at now: TimeInterval) -> Bool {
    let expected = number == former.number ? former.position(at: now) : 0
    return abs(position(at: now) - expected) > 1
  }

  /// Notes where it is before that changes otherwise.
  private mutating func hold(at now: TimeInterval) {
    elapsed = position(at: now)
    time = now
  }
}
