public import Foundation
import Synchronization

/// What the program plays, as the desktop, a lock screen or a remote control shows it.
///
/// Other programs are told by MPRIS on the session's bus. Without a bus, or without the trait `Players`,
/// everything is accepted and nobody is told.
///
/// Source: Apple, `MPNowPlayingInfoCenter`.
public final class MPNowPlayingInfoCenter: NSObject, Sendable {
  private static let only = MPNowPlayingInfoCenter()

  /// The state, and the dictionary that it was made from.
  private struct State: Sendable {
    var nowPlaying = NowPlaying()
    var information: Information?
  }

  // Unchecked: a dictionary that was set is a value, of which nobody here changes anything.
  private struct Information: @unchecked Sendable {
    let values: [String: Any]
  }

  private let state = Mutex(State())

  private override init() {}

  /// The program's only instance.
  public class func `default`() -> MPNowPlayingInfoCenter { only }

  /// What is playing, by the keys `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`; nil if nothing
  /// is.
  ///
  /// Values are strings, numbers, dates and URLs, as each key says; others are ignored. The position
  /// goes on from the elapsed time at the playback rate, from when this is set, so that it has to be set
  /// again only when the player is paused, goes on, or jumps.
  public var nowPlayingInfo: [String: Any]? {
    get { state.withLock { $0.information }?.values }
    set {
      let item = newValue.map(NowPlayingItem.init)
      let information = newValue.map(Information.init)
      let now = ProcessInfo.processInfo.systemUptime
      state.withLock {
        $0.information = information
        $0.nowPlaying.set(item, at: now)
      }
      PlayerServer.shared.update()
    }
  }

  /// Whether the player plays; ``MPNowPlayingPlaybackState/unknown`` by default.
  ///
  /// While it is unknown, the playback rate says it: 0 is paused. If the dictionary has none, the program
  /// counts as playing while its audio session is active.
  public var playbackState: MPNowPlayingPlaybackState {
    get { state.withLock { $0.nowPlaying.playbackState } }
    set {
      let now = ProcessInfo.processInfo.systemUptime
      state.withLock { $0.nowPlaying.set(newValue, at: now) }
      PlayerServer.shared.update()
    }
  }

  /// What is playing, after it was told whether the session is heard.
  func nowPlaying(isSessionPlaying: Bool, at now: TimeInterval) -> NowPlaying {
    state.withLock {
      $0.nowPlaying.set(isSessionPlaying: isSessionPlaying, at: now)
      return $0.nowPlaying
    }
  }
}

/// Whether a player plays.
///
/// Source: Apple, `MPNowPlayingPlaybackState`.
public enum MPNowPlayingPlaybackState: UInt, CaseIterable, Sendable {
  /// The program hasn't said.
  case unknown = 0
  /// It plays.
  case playing = 1
  /// It is paused.
  case paused = 2
  /// It is stopped.
  case stopped = 3
  /// It is paused by an interruption.
  case interrupted = 4
}
