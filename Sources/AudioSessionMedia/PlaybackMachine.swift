/// What a player has its pipeline do: a state machine without a pipeline, a clock or a thread.
///
/// A stream is opened when it is started and closed when it is paused, since PipeWire lets the time of
/// a waiting one go on. Before it is closed it fades, so that there is no click; the place where the
/// fade began is where it goes on.
struct PlaybackMachine: Equatable, Sendable {
  /// What a pipeline is to do, in order.
  enum Order: Equatable, Sendable {
    /// Connect to the sound server.
    case connect
    /// Open the stream.
    case open
    /// Move to a place.
    case place(Duration, rate: Double, repeats: Bool)
    /// Start, at a time or now, from silence over some time.
    case start(at: Duration?, fadeIn: Duration)
    /// Become silent.
    case fadeOut(over: Duration)
    /// Decode on from a place, without a gap.
    case goOn(from: Duration, repeats: Bool)
    /// Close the stream.
    case rest
    /// Disconnect from the sound server.
    case close
    /// Give ``PlaybackMachine/timeHasPassed(_:)`` the number after this time.
    case wait(Duration, Int)
    /// Give it the number at this time.
    case waitUntil(Duration, Int)
    /// Tell the player.
    case tell(PlaybackNotice)
  }

  /// What comes after a fade.
  enum Sequel: Equatable, Sendable {
    case rest, close, reopen
  }

  enum Stage: Equatable, Sendable {
    /// Not connected.
    case closed
    /// Connected, without a stream.
    case resting
    /// It is to be opened when its time comes.
    case waiting
    /// The stream is being opened.
    case opening
    /// It is moved to its place.
    case placing
    case playing
    /// It becomes silent; then the rest is heard; then comes the sequel.
    case fading(Sequel)
    case settling(Sequel)
  }

  static let fade = Duration.milliseconds(10)
  /// How long before its time a stream is opened: as much as it may take, and the same for all that
  /// begin together, since a stream that waits begins later.
  static let lead = Duration.milliseconds(60)
  /// The longest that a fade is waited for, if no sample is asked for any more.
  private static let longestFade = Duration.milliseconds(500)

  private(set) var stage = Stage.closed
  /// Where it goes on.
  private(set) var position = Duration.zero
  private(set) var rate = 1.0
  /// How often to repeat it; below 0: for ever.
  private(set) var loops = 0
  /// How often it was decoded since it was started.
  private var rounds = 0
  private var startTime: Duration?
  private var waits = 0
  /// Where a fade ends up; nil: where it began.
  private(set) var target: Duration?
  private let duration: Duration?
  /// How much is heard after a fade before the stream may be closed.
  private let buffer: Duration

  init(duration: Duration?, buffer: Duration) {
    self.duration = duration
    self.buffer = buffer
  }

  /// Whether it is heard, or will be without another order.
  var isRunning: Bool {
    switch stage {
    case .waiting, .opening, .placing, .playing, .fading(.reopen), .settling(.reopen): true
    case .closed, .resting, .fading, .settling: false
    }
  }

  /// Whether the pipeline knows the place better.
  var isHeard: Bool {
    switch stage {
    case .playing, .fading: true
    case .closed, .resting, .waiting, .opening, .placing, .settling: false
    }
  }
}

/// What the player orders.
extension PlaybackMachine {
  mutating func prepare() -> [Order] {
    guard stage == .closed else { return [] }
    stage = .resting
    return [.connect]
  }

  /// Plays on at a time of CLOCK_MONOTONIC, or now.
  mutating func play(at time: Duration?) -> [Order] {
    switch stage {
    case .closed, .resting:
      let orders = prepare()
      startTime = time
      rounds = 0
      guard let time else { return orders + open() }
      stage = .waiting
      waits += 1
      return orders + [.waitUntil(time - Self.lead, waits)]
    case .fading(let sequel) where sequel != .reopen: stage = .fading(.reopen)
    case .settling(let sequel) where sequel != .reopen: stage = .settling(.reopen)
    default: break
    }
    return []
  }

  mutating func pause() -> [Order] { end(.rest) }

  /// Becomes silent, and disconnects.
  mutating func stop() -> [Order] { end(.close) }

  /// The nearest place in the sound.
  func nearest(to place: Duration) -> Duration { min(max(.zero, place), duration ?? place) }

  /// Goes on at another place.
  mutating func move(to place: Duration) -> [Order] {
    let place = nearest(to: place)
    switch stage {
    case .closed, .resting, .waiting: position = place
    case .opening, .placing:
      position = place
      return [.rest] + open()
    case .playing: return fadeOut(.reopen, to: place)
    case .fading, .settling: target = place
    }
    return []
  }

  mutating func setRate(_ rate: Double) -> [Order] {
    guard rate != self.rate else { return [] }
    self.rate = rate
    switch stage {
    case .closed, .resting, .waiting, .fading, .settling: return []
    case .opening, .placing: return [.rest] + open()
    case .playing: return fadeOut(.reopen, to: nil)
    }
  }

  mutating func setLoops(_ loops: Int) { self.loops = loops }
}

/// What happens.
extension PlaybackMachine {
  mutating func receive(_ event: PipelineEvent) -> [Order] {
    switch (event, stage) {
    case (.failed(let error), _):
      guard stage != .closed else { return [] }
      stage = .closed
      position = target ?? position
      target = nil
      waits += 1
      return [.close, .tell(.failed(error))]
    case (.ready, .opening):
      guard position != .zero || rate != 1 || loops != 0 else { return start() }
      stage = .placing
      return [.place(position, rate: rate, repeats: loops != 0)]
    case (.ready, .placing): return start()
    case (.decoded, .playing): return decodeOn()
    case (.faded(let place), .fading(let sequel)):
      position = target ?? place ?? position
      stage = .settling(sequel)
      return wait(buffer + .milliseconds(10))
    case (.ended, .playing), (.ended, .fading): return finish()
    default: return []
    }
  }

  /// A place can't be moved to: it begins where it can.
  mutating func failToPlace() -> [Order] {
    guard stage == .placing else { return [] }
    position = .zero
    return start()
  }

  mutating func timeHasPassed(_ number: Int) -> [Order] {
    guard number == waits else { return [] }
    switch stage {
    case .waiting: return open()
    case .fading(let sequel), .settling(let sequel):
      if case .fading = stage { position = target ?? position }
      return follow(sequel)
    default: return []
    }
  }
}

extension PlaybackMachine {
  private mutating func open() -> [Order] {
    stage = .opening
    return [.open]
  }

  private mutating func start() -> [Order] {
    stage = .playing
    defer { startTime = nil }
    let isAtBegin = position == .zero
    return [.start(at: startTime, fadeIn: isAtBegin ? .zero : Self.fade), .tell(.started)]
  }

  private mutating func end(_ sequel: Sequel) -> [Order] {
    switch stage {
    case .closed: return []
    case .resting: return sequel == .close ? follow(.close) : []
    case .waiting, .opening, .placing: return follow(sequel)
    case .playing: return fadeOut(sequel, to: nil)
    case .fading: stage = .fading(sequel)
    case .settling: stage = .settling(sequel)
    }
    return []
  }

  private mutating func fadeOut(_ sequel: Sequel, to place: Duration?) -> [Order] {
    target = place
    stage = .fading(sequel)
    return [.fadeOut(over: Self.fade)] + wait(Self.longestFade)
  }

  private mutating func wait(_ time: Duration) -> [Order] {
    waits += 1
    return [.wait(time, waits)]
  }

  private mutating func follow(_ sequel: Sequel) -> [Order] {
    waits += 1
    target = nil
    switch sequel {
    case .rest:
      stage = .resting
      return [.rest]
    case .close:
      stage = .closed
      return [.close]
    case .reopen: return [.rest] + open()
    }
  }

  /// What was to be repeated has been decoded: once more, or no more.
  private mutating func decodeOn() -> [Order] {
    rounds += 1
    if loops < 0 { return [.goOn(from: .zero, repeats: true)] }
    guard rounds <= loops else { return [.goOn(from: duration ?? .zero, repeats: false)] }
    return [.goOn(from: .zero, repeats: rounds < loops)]
  }

  /// All was heard; the number of repetitions may have been raised in the meantime.
  private mutating func finish() -> [Order] {
    rounds += 1
    position = .zero
    if stage == .playing, loops < 0 || rounds <= loops { return [.rest] + open() }
    return follow(.close) + [.tell(.finished)]
  }
}

/// What a player hears of its playback.
package enum PlaybackNotice: Equatable, Sendable {
  /// It is heard from now on.
  case started
  /// It was heard to its end.
  case finished
  /// It can't be heard.
  case failed(MediaError)
}
