import AudioSessionMedia
import Synchronization

/// A sound that a player plays, with its place and its state.
///
/// It is looked into, on a thread of its own, as soon as it is the current or the next one of a player;
/// ``status-swift.property`` says how that went. Source: Apple, `AVPlayerItem`.
open class AVPlayerItem: NSObject, @unchecked Sendable {
  // Subclasses answer for their own properties; those here are constant or behind a lock.

  /// Whether it can be played.
  ///
  /// Source: Apple, `AVPlayerItem.Status`.
  public enum Status: Int, CaseIterable, Sendable {
    /// It hasn't been looked into, or that isn't done.
    case unknown = 0
    /// It can be played.
    case readyToPlay = 1
    /// It can't, or can't any more; ``AVPlayerItem/error`` says why.
    case failed = 2
  }

  /// What Linux adds, which has no key-value observing.
  public enum Linux {
    /// The status of an item changed; posted on the main thread by the item.
    public static let statusDidChangeNotification = Notification.Name(
      "AVPlayerItemLinuxStatusDidChangeNotification"
    )
  }

  struct State {
    var status = Status.unknown
    var error: NSError?
    var duration: Duration?
    var isSeekable = true
    var playback: Playback?
    /// Where it begins, until there is a playback.
    var start = Duration.zero
    var isLoading = false
    /// Whether it plays, or will without another order; whether it is heard since.
    var isRunning = false
    var isHeard = false
    var isAtEnd = false
    var seek: Seek?
    weak var player: AVPlayer?
  }

  /// A move to another place that isn't done yet.
  struct Seek {
    let target: Duration
    let completion: @Sendable (Bool) -> Void
  }

  let state = Mutex(State())
  /// The sound.
  public let asset: AVAsset

  /// Creates an item of a URL.
  ///
  /// - Parameter url: A file, or a stream of `http` or `https`.
  public convenience init(url: URL) { self.init(asset: AVURLAsset(url: url)) }

  /// Creates an item of an asset.
  ///
  /// - Parameter asset: The sound.
  public convenience init(asset: AVAsset) {
    self.init(asset: asset, automaticallyLoadedAssetKeys: nil)
  }

  /// Creates an item of an asset.
  ///
  /// - Parameters:
  ///   - asset: The sound.
  ///   - automaticallyLoadedAssetKeys: Without effect on Linux, where all is known at once.
  public init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { self.asset = asset }

  /// Whether it can be played; ``Linux/statusDidChangeNotification`` tells of changes.
  public var status: Status { state.withLock { $0.status } }

  /// Why it can't be played: in `NSURLErrorDomain` if it can't be read, else in
  /// ``AVFoundationErrorDomain``; nil unless it has failed.
  public var error: (any Error)? { state.withLock { $0.error } }

  /// The length; indefinite as long as it isn't known.
  public var duration: CMTime {
    state.withLock { CMTime($0.status == .readyToPlay ? $0.duration : nil) }
  }

  /// The place that is heard, or where it goes on.
  public func currentTime() -> CMTime { CMTime(position) }

  /// Moves to a place, exactly.
  ///
  /// - Parameters:
  ///   - time: The place; one behind the end is the end.
  ///   - completionHandler: Called on the main thread, with false if another move came first, or if
  ///     it isn't possible.
  public func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
    let completion = completionHandler ?? { _ in }
    guard let place = time.asDuration else { return finish(completion, false) }
    seek(to: place, completion)
  }

  /// Moves to a place, exactly.
  ///
  /// - Parameter time: The place; one behind the end is the end.
  /// - Returns: False if another move came first, or if it isn't possible.
  @discardableResult
  public func seek(to time: CMTime) async -> Bool {
    await withCheckedContinuation { continuation in
      seek(to: time) { continuation.resume(returning: $0) }
    }
  }
}

/// What the item's player orders; each returns at once, and may be called under the player's lock.
extension AVPlayerItem {
  /// The item is one of a player's next: it is looked into.
  func attach(to player: AVPlayer) {
    let isNew = state.withLock { state in
      state.player = player
      defer { state.isLoading = true }
      return !state.isLoading
    }
    if isNew { DispatchQueue.global().async { self.load() } }
  }

  /// Begins to play, or goes on.
  func play(rate: Float, volume: Float, gain: Double) {
    state.withLock { state in
      guard let playback = state.playback, state.status == .readyToPlay, !state.isAtEnd else {
        return
      }
      playback.rate = Double(min(max(0.5, rate), 2))
      guard !state.isRunning else { return }
      state.isRunning = true
      playback.setVolume(Double(volume))
      playback.setSessionGain(gain)
      playback.play()
    }
  }

  func pause() { halt { $0.pause() } }
  func stop() { halt { $0.stop() } }

  private func halt(_ order: (Playback) -> Void) {
    state.withLock { state in
      if let playback = state.playback { order(playback) }
      state.isRunning = false
      state.isHeard = false
      // The place was ordered before, and is where it goes on.
      if let seek = state.seek.take() { finish(seek.completion, true) }
    }
  }

  func setVolume(_ volume: Float, over time: Duration) {
    state.withLock { $0.playback }?.setVolume(Double(volume), over: time)
  }

  func setSessionGain(_ gain: Double, over time: Duration) {
    state.withLock { $0.playback }?.setSessionGain(gain, over: time)
  }

  /// The place that is heard, that it is moved to, or where it goes on.
  var position: Duration {
    let (place, playback) = state.withLock { state in
      let place = state.seek?.target ?? (state.isAtEnd ? state.duration : nil)
      return (place ?? (state.playback == nil ? state.start : nil), state.playback)
    }
    return place ?? playback?.position ?? .zero
  }

  /// Moves to a place.
  func seek(to place: Duration, _ completion: @escaping @Sendable (Bool) -> Void) {
    let (isMoved, player) = state.withLock { state -> (Bool, AVPlayer?) in
      let place = min(max(.zero, place), state.duration ?? place)
      guard state.status != .failed, state.isSeekable || place == .zero else {
        finish(completion, false)
        return (false, nil)
      }
      if let former = state.seek.take() { finish(former.completion, false) }
      state.isAtEnd = false
      state.start = place
      state.playback?.position = place
      if state.isRunning {
        state.seek = Seek(target: place, completion: completion)
      } else {
        finish(completion, true)
      }
      return (true, state.player)
    }
    guard isMoved else { return }
    post(AVPlayerItem.timeJumpedNotification)
    player?.itemHasJumped(self)
  }
}

/// What happens to the sound.
extension AVPlayerItem {
  private func load() {
    do throws(MediaError) {
      let information = try asset.look()
      let name = asset.address.lastPathComponent
      let uri = asset.address.absoluteURL.absoluteString
      let playback = Playback(of: uri, information, name: name) { [weak self] in self?.receive($0) }
      state.withLock { state in
        state.duration = information.duration
        state.isSeekable = information.isSeekable
        state.playback = playback
        playback.position = state.start
        state.status = .readyToPlay
      }
    } catch {
      state.withLock { $0.fail(error) }
    }
    post(Linux.statusDidChangeNotification)
    state.withLock { $0.player }?.itemHasLoaded(self)
  }

  private func receive(_ notice: PlaybackNotice) {
    switch notice {
    case .started:
      let player = state.withLock { state in
        if let seek = state.seek.take() { finish(seek.completion, true) }
        state.isHeard = state.isRunning
        return state.player
      }
      player?.itemHasStarted(self)
    case .finished: end()
    case .failed(let error): fail(error)
    }
  }

  private func end() {
    let (player, hasEnded) = state.withLock { state in
      // A move came too late to be heard before the end: it goes on from there.
      if let seek = state.seek.take() {
        finish(seek.completion, true)
        state.playback?.play()
        return (state.player, false)
      }
      let hasEnded = state.isRunning
      state.isRunning = false
      state.isHeard = false
      state.isAtEnd = hasEnded
      return (state.player, hasEnded)
    }
    guard hasEnded else { return }
    post(AVPlayerItem.didPlayToEndTimeNotification)
    player?.itemHasEnded(self)
  }

  private func fail(_ error: MediaError) {
    let (player, wasRunning) = state.withLock { state in
      if let seek = state.seek.take() { finish(seek.completion, false) }
      let wasRunning = state.isRunning
      state.isRunning = false
      state.isHeard = false
      if wasRunning { state.fail(error) }
      return (state.player, wasRunning)
    }
    guard wasRunning else { return }
    post(Linux.statusDidChangeNotification)
    post(
      AVPlayerItem.failedToPlayToEndTimeNotification,
      error: AVError.error(error)
    )
    player?.itemHasFailed(self)
  }

  private func finish(_ completion: @escaping @Sendable (Bool) -> Void, _ isDone: Bool) {
    AVAudioSession.sharedInstance().callOnMain { completion(isDone) }
  }

  private func post(_ name: Notification.Name, error: NSError? = nil) {
    AVAudioSession.sharedInstance().callOnMain { [self] in
      NotificationCenter.default.post(
        name: name,
        object: self,
        userInfo: error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] }
      )
    }
  }
}

extension AVPlayerItem.State {
  fileprivate mutating func fail(_ error: MediaError) {
    status = .failed
    self.error = AVError.error(error)
  }
}
