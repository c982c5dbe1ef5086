import Synchronization

/// Playing, and what the player says of it.
extension AVPlayer {
  /// Whether it plays, waits, or is paused.
  ///
  /// Source: Apple, `AVPlayer.TimeControlStatus`.
  public enum TimeControlStatus: Int, CaseIterable, Sendable {
    /// Its rate is 0.
    case paused = 0
    /// It plays as soon as it can; ``AVPlayer/reasonForWaitingToPlay`` says what it waits for.
    case waitingToPlayAtSpecifiedRate = 1
    /// It is heard.
    case playing = 2
  }

  /// What a player waits for.
  ///
  /// Source: Apple, `AVPlayer.WaitingReason`.
  public struct WaitingReason: RawRepresentable, Hashable, Sendable {
    /// Apple's text.
    public let rawValue: String

    /// Creates a reason of Apple's text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The stream to the sound server is being opened.
    public static let toMinimizeStalls = WaitingReason(
      rawValue: "AVPlayerWaitingToMinimizeStallsReason"
    )
    /// The item is being looked into.
    public static let evaluatingBufferingRate = WaitingReason(
      rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason"
    )
    /// There is no item.
    public static let noItemToPlay = WaitingReason(
      rawValue: "AVPlayerWaitingWithNoItemToPlayReason"
    )
  }

  /// Why the rate changed, or didn't.
  ///
  /// Source: Apple, `AVPlayer.RateDidChangeReason`.
  public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
    /// Apple's text.
    public let rawValue: String

    /// Creates a reason of Apple's text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The program set it, or the item came to its end.
    public static let setRateCalled = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonSetRateCalled"
    )
    /// The session may not be activated, or nothing can be played.
    public static let setRateFailed = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonSetRateFailed"
    )
    /// The session was interrupted or deactivated.
    public static let audioSessionInterrupted = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted"
    )
    /// Never on Linux.
    public static let appBackgrounded = RateDidChangeReason(
      rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded"
    )
  }

  /// The rate changed, or couldn't be changed; posted on the main thread by the player.
  public static let rateDidChangeNotification = Notification.Name(
    "AVPlayerRateDidChangeNotification"
  )
  /// The key for the reason, a ``RateDidChangeReason``.
  public static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"

  /// What Linux adds, which has no key-value observing.
  public enum Linux {
    /// ``AVPlayer/timeControlStatus-swift.property`` or its reason changed; posted on the main thread
    /// by the player.
    public static let timeControlStatusDidChangeNotification = Notification.Name(
      "AVPlayerLinuxTimeControlStatusDidChangeNotification"
    )
  }

  /// Whether it plays, waits, or is paused.
  public var timeControlStatus: TimeControlStatus { state.withLock { $0.control } }

  /// What it waits for; nil unless it waits.
  public var reasonForWaitingToPlay: WaitingReason? { state.withLock { $0.reason } }

  /// Plays with the default rate, and activates the session if it isn't active.
  ///
  /// If the session may not be activated, or the item is at its end, the rate stays 0 and
  /// ``rateDidChangeNotification`` says ``RateDidChangeReason/setRateFailed``. Where no daemon is there,
  /// it plays: nobody decides.
  public func play() { rate = defaultRate }

  /// Pauses, without a click; ``play()`` goes on from where it was.
  public func pause() { rate = 0 }

  /// The rate that ``play()`` sets; 1 by default.
  public var defaultRate: Float {
    get { state.withLock { $0.defaultRate } }
    set { state.withLock { $0.defaultRate = newValue } }
  }

  /// How fast it plays; 0 while it is paused.
  ///
  /// Setting it above 0 plays, as ``play()``. What is heard is within 0.5…2, with the pitch kept;
  /// below 0 it is paused, since nothing is played backwards.
  public var rate: Float {
    get { state.withLock { $0.rate } }
    set {
      let rate = newValue.isFinite ? max(0, newValue) : 1
      guard rate > 0 else {
        return change { state in
          state.rate = 0
          state.items.first?.pause()
        }
      }
      guard mayPlay() else { return post(.setRateFailed) }
      change { state in
        state.rate = rate
        state.run()
      }
    }
  }

  /// Plays immediately: the same as setting the ``rate``.
  ///
  /// - Parameter rate: The rate.
  public func playImmediately(atRate rate: Float) { self.rate = rate }

  /// Activates the session, if there is something to play.
  private func mayPlay() -> Bool {
    let (item, isOrphaned, action) = state.withLock {
      ($0.items.first, $0.isOrphaned, $0.actionAtItemEnd)
    }
    guard let item else { return !isOrphaned }
    let canPlay = item.state.withLock {
      $0.status != .failed && (!$0.isAtEnd || action == .none)
    }
    return !isOrphaned && canPlay && SessionAudio.shared.activate(for: .output)
  }
}

/// How everything changes.
extension AVPlayer {
  /// Changes the state, tells the session whether the player runs, and posts what is different.
  ///
  /// - Parameters:
  ///   - reason: Why the rate changes, if it does.
  ///   - isPause: Whether the session stays active although nothing plays any more.
  ///   - body: Changes it; it may order items about, which return at once.
  /// - Returns: What `body` returns.
  @discardableResult
  func change<Value: Sendable>(
    _ reason: RateDidChangeReason = .setRateCalled,
    isPause: Bool = true,
    _ body: (inout State) -> Value
  ) -> Value {
    state.withLock { state in
      let before = (state.rate, state.control, state.reason)
      let value = body(&state)
      (state.control, state.reason) = state.derivedControl
      if state.runs != state.isReported {
        state.isReported = state.runs
        if state.runs {
          SessionAudio.shared.begin(self)
        } else {
          SessionAudio.shared.end(ObjectIdentifier(self), isPaused: isPause)
        }
      }
      if state.rate != before.0 { post(reason) }
      if (state.control, state.reason) != (before.1, before.2) {
        post(Linux.timeControlStatusDidChangeNotification)
      }
      if state.rate != before.0 || state.control != before.1 { state.followTime() }
      return value
    }
  }

  /// Sets all items, the current one first; those that aren't among them any more stop.
  func setItems(_ items: [AVPlayerItem]) {
    let (current, rate) = state.withLock { ($0.items.first, $0.rate) }
    let isToPlay = rate > 0 && items.first != nil && items.first !== current
    let mayPlay = !isToPlay || SessionAudio.shared.activate(for: .output)
    change(mayPlay ? .setRateCalled : .setRateFailed, isPause: false) { state in
      if !mayPlay { state.rate = 0 }
      if state.items.first !== items.first { state.items.first?.stop() }
      state.items = items
      state.advance(self)
    }
  }

  private func post(_ reason: RateDidChangeReason) {
    post(Self.rateDidChangeNotification, [Self.rateDidChangeReasonKey: reason])
  }

  private func post(
    _ name: Notification.Name,
    _ information: [String: RateDidChangeReason]? = nil
  ) {
    AVAudioSession.sharedInstance().callOnMain { [self] in
      NotificationCenter.default.post(name: name, object: self, userInfo: information)
    }
  }
}

extension AVPlayer.State {
  /// How loud it is heard.
  var heardVolume: Float { isMuted ? 0 : volume }

  /// Whether it plays, or will without another order.
  fileprivate var runs: Bool {
    guard rate > 0, let item = items.first else { return false }
    return item.state.withLock { $0.status != .failed && (!$0.isAtEnd || actionAtItemEnd == .none) }
  }

  fileprivate var derivedControl: (AVPlayer.TimeControlStatus, AVPlayer.WaitingReason?) {
    guard rate > 0 else { return (.paused, nil) }
    guard let item = items.first else { return (.waitingToPlayAtSpecifiedRate, .noItemToPlay) }
    let (status, isHeard) = item.state.withLock { ($0.status, $0.isHeard || $0.isAtEnd) }
    if isHeard { return (.playing, nil) }
    let isOpening = status == .readyToPlay
    return (
      .waitingToPlayAtSpecifiedRate, isOpening ? .toMinimizeStalls : .evaluatingBufferingRate
    )
  }

  /// Plays the current item, if the rate says so.
  mutating func run() {
    guard rate > 0, !isOrphaned else { return }
    let gain = SessionAudio.shared.gain(for: .output)
    items.first?.play(rate: rate, volume: heardVolume, gain: gain)
  }

  /// Plays the item that is the current one now, and looks into the next.
  mutating func advance(_ player: AVPlayer) {
    for item in items.prefix(2) { item.attach(to: player) }
    run()
  }

  /// Tells those that observe the time that it goes on, or that it doesn't.
  func followTime() {
    let item = items.first
    let rate = control == .playing ? rate : 0
    for observer in observers { observer.follow(item, rate: Double(rate)) }
  }
}
