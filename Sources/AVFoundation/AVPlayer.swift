import Synchronization

/// Plays an item from a file or the net, as long as the program's session may.
///
/// A rate above 0 activates the session, if it isn't active. When the session is interrupted the player
/// is paused, its rate 0, before anybody hears of it; it never plays on by itself. While others duck the
/// session the player is lowered. GStreamer decodes whatever its plugins know, and plays sounds alone:
/// there are no pictures. A player is made for the trait `Players`; without it its items fail. Its
/// methods may be called on any thread.
///
/// Linux has no key-value observing: ``rateDidChangeNotification``,
/// ``Linux/timeControlStatusDidChangeNotification`` and
/// ``AVPlayerItem/Linux/statusDidChangeNotification`` stand for it. Source: Apple, `AVPlayer`.
open class AVPlayer: NSObject, @unchecked Sendable {
  // Subclasses answer for their own properties; those here are behind a lock.

  struct State {
    /// The current item first.
    var items: [AVPlayerItem] = []
    var rate: Float = 0
    var defaultRate: Float = 1
    var volume: Float = 1
    var isMuted = false
    var control = TimeControlStatus.paused
    var reason: WaitingReason?
    var actionAtItemEnd = ActionAtItemEnd.pause
    var waitsToMinimizeStalling = true
    var isOrphaned = false
    /// Whether the session knows that it runs.
    var isReported = false
    var observers: [TimeObserver] = []
  }

  let state = Mutex(State())

  /// Creates a player without an item.
  public override init() {
    super.init()
    SessionAudio.shared.add(self)
  }

  /// Creates a player of a URL.
  ///
  /// - Parameter url: A file, or a stream of `http` or `https`.
  public convenience init(url: URL) { self.init(playerItem: AVPlayerItem(url: url)) }

  /// Creates a player of an item.
  ///
  /// - Parameter item: The item; nil for none.
  public convenience init(playerItem item: AVPlayerItem?) {
    self.init()
    if let item { setItems([item]) }
  }

  deinit {
    let (items, observers) = state.withLock { ($0.items, $0.observers) }
    for observer in observers { observer.end() }
    for item in items { item.stop() }
    SessionAudio.shared.remove(ObjectIdentifier(self))
  }

  /// The item that is played; nil if there is none.
  public var currentItem: AVPlayerItem? { state.withLock { $0.items.first } }

  /// Plays another item in place of the current one, which stops.
  ///
  /// - Parameter item: The item; nil for none.
  public func replaceCurrentItem(with item: AVPlayerItem?) {
    let rest = state.withLock { Array($0.items.dropFirst()) }
    setItems((item.map { [$0] } ?? []) + rest)
  }

  /// Whether it can play: ``Status-swift.enum/failed`` once the media services were reset.
  ///
  /// Source: Apple, `AVPlayer.Status`.
  public enum Status: Int, CaseIterable, Sendable {
    /// Never on Linux.
    case unknown = 0
    /// It can play items.
    case readyToPlay = 1
    /// It can't play any more; ``AVPlayer/error`` says why.
    case failed = 2
  }

  /// Whether it can play.
  public var status: Status { state.withLock { $0.isOrphaned ? .failed : .readyToPlay } }

  /// Why it can't play any more; nil while it can.
  public var error: (any Error)? {
    guard status == .failed else { return nil }
    return AVError.error(.mediaServicesWereReset, "the media services were reset")
  }

  /// What happens at the end of an item.
  ///
  /// Source: Apple, `AVPlayer.ActionAtItemEnd`.
  public enum ActionAtItemEnd: Int, CaseIterable, Sendable {
    /// The next item plays; for an ``AVQueuePlayer`` only, whose default it is.
    case advance = 0
    /// The player is paused.
    case pause = 1
    /// The rate stays, at the end of the item.
    case none = 2
  }

  /// What happens at the end of an item.
  public var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.actionAtItemEnd } }
    set { state.withLock { $0.actionAtItemEnd = newValue } }
  }

  /// Kept, and without effect on Linux: it plays as soon as there is something to be heard.
  public var automaticallyWaitsToMinimizeStalling: Bool {
    get { state.withLock { $0.waitsToMinimizeStalling } }
    set { state.withLock { $0.waitsToMinimizeStalling = newValue } }
  }

  /// The volume, 0…1; 1 by default.
  public var volume: Float {
    get { state.withLock { $0.volume } }
    set { changeVolume { $0.volume = newValue.isFinite ? min(max(0, newValue), 1) : 1 } }
  }

  /// Whether nothing is heard, whatever the volume.
  public var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set { changeVolume { $0.isMuted = newValue } }
  }

  private func changeVolume(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      // Over a moment, so that there is no click.
      state.items.first?.setVolume(state.heardVolume, over: .milliseconds(20))
    }
  }
}
