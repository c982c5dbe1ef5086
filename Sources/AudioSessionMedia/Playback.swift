import CAudioSessionGStreamer
import Dispatch
import Synchronization

/// A sound that is played: its pipeline, on a queue of its own.
///
/// Orders return at once, but for ``prepare(atMost:)``.
package final class Playback: Sendable {
  private struct State: ~Copyable {
    var machine: PlaybackMachine
    var pipeline: Pipeline?
    var volume = 1.0
    var session = 1.0
    var pan = 0.0
    /// Where it was told to go on, until the machine knows it.
    var moves: [Duration] = []
  }

  private let uri: String
  private let information: MediaInformation
  private let stream: Pipeline.Stream
  private let queue = DispatchQueue(label: "AudioSessionMedia.playback")
  private let state: Mutex<State>
  private let notify: @Sendable (PlaybackNotice) -> Void

  /// - Parameters:
  ///   - uri: The sound.
  ///   - information: What is in it.
  ///   - name: The name of the stream for people.
  ///   - role: A word of PipeWire's for it, such as `music`; nil for none.
  ///   - notify: Is given what happens, on the playback's queue.
  package init(
    of uri: String,
    _ information: MediaInformation,
    name: String,
    role: String? = nil,
    notify: @escaping @Sendable (PlaybackNotice) -> Void
  ) {
    self.uri = uri
    self.information = information
    self.notify = notify
    stream = Pipeline.Stream(name: name, role: role)
    state = Mutex(
      State(machine: PlaybackMachine(duration: information.duration, buffer: stream.buffer))
    )
  }

  /// Connects to the sound server, and blocks until that is done.
  ///
  /// - Parameter limit: How long that may take.
  /// - Throws: Why it can't be played.
  package func prepare(atMost limit: Duration = .seconds(5)) throws(MediaError) {
    let outcome = Outcome()
    queue.async { [self] in
      let error = perform { $0.prepare() }
      outcome.error.withLock { $0 = error }
      outcome.isKnown.signal()
    }
    try outcome.wait(atMost: limit)
  }

  deinit {
    let (pipeline, isHeard) = state.withLock { ($0.pipeline.take(), $0.machine.isHeard) }
    guard let pipeline else { return }
    guard isHeard else {
      queue.async { withExtendedLifetime(pipeline) {} }
      return
    }
    // Its last sound fades, as at a pause.
    pipeline.set(audiosession_media_gain_fade, to: 0, over: PlaybackMachine.fade)
    let wait = (PlaybackMachine.fade * 2 + stream.buffer) / .seconds(1)
    queue.asyncAfter(deadline: .now() + wait) { withExtendedLifetime(pipeline) {} }
  }

  /// Plays on.
  ///
  /// - Parameter time: When, of CLOCK_MONOTONIC; nil: now.
  package func play(at time: Duration? = nil) { order { $0.play(at: time) } }
  /// Becomes silent, and keeps its place.
  package func pause() { order { $0.pause() } }
  /// Becomes silent, keeps its place and disconnects from the sound server.
  package func stop() { order { $0.stop() } }

  /// The rate, 0.5…2; the pitch is kept.
  package var rate: Double {
    get { state.withLock { $0.machine.rate } }
    set { order { $0.setRate(newValue) } }
  }

  /// How often it is repeated; below 0: for ever.
  package func setLoops(_ loops: Int) {
    order {
      $0.setLoops(loops)
      return []
    }
  }

  /// The place that is heard, that it is moved to, or where it goes on.
  package var position: Duration {
    get {
      let (pipeline, position) = state.withLock { state in
        if let place = state.moves.last ?? state.machine.target { return (nil as Pipeline?, place) }
        return (state.machine.isHeard ? state.pipeline : nil, state.machine.position)
      }
      return pipeline?.position ?? position
    }
    set {
      state.withLock { $0.moves.append($0.machine.nearest(to: newValue)) }
      queue.async { [self] in
        let error = perform { $0.move(to: newValue) }
        state.withLock { _ = $0.moves.removeFirst() }
        if let error { notify(.failed(error)) }
      }
    }
  }

  /// Sets the program's own volume.
  package func setVolume(_ volume: Double, over time: Duration = .zero) {
    let pipeline = state.withLock { state in
      state.volume = volume
      return state.pipeline
    }
    pipeline?.set(audiosession_media_gain_volume, to: volume, over: time)
  }

  /// Sets what the session has to be lowered to.
  package func setSessionGain(_ gain: Double, over time: Duration = .zero) {
    let pipeline = state.withLock { state in
      state.session = gain
      return state.pipeline
    }
    pipeline?.set(audiosession_media_gain_session, to: gain, over: time)
  }

  /// Moves the sound between two loudspeakers, -1 (left)…1 (right).
  package func setPan(_ pan: Double) {
    let pipeline = state.withLock { state in
      state.pan = pan
      return state.pipeline
    }
    pipeline?.setPan(pan)
  }

  /// How loud a channel is; nil while it isn't heard.
  package func levels(of channel: Int) -> Levels? {
    state.withLock { $0.machine.isHeard ? $0.pipeline : nil }?.levels(of: channel)
  }
}

/// The orders of the machine.
extension Playback {
  /// Has the machine decide, and its orders carried out, on the queue.
  private func order(_ body: @escaping @Sendable (inout PlaybackMachine) -> [PlaybackMachine.Order])
  {
    queue.async { [self] in
      if let error = perform(body) { notify(.failed(error)) }
    }
  }

  /// Has the machine decide, and carries out its orders; on the queue.
  ///
  /// - Returns: Why one of them failed, which the machine knows then; nil if none did.
  private func perform(
    _ body: (inout PlaybackMachine) -> [PlaybackMachine.Order]
  ) -> MediaError? {
    var orders = ArraySlice(state.withLock { body(&$0.machine) })
    while let order = orders.popFirst() {
      do throws(MediaError) {
        guard try perform(order) else {
          orders += state.withLock { $0.machine.failToPlace() }
          continue
        }
      } catch {
        let rest = state.withLock { $0.machine.receive(.failed(error)) }
        for order in rest where order == .close { close() }
        return error
      }
    }
    return nil
  }

  /// - Returns: False if a place can't be moved to.
  private func perform(_ order: PlaybackMachine.Order) throws(MediaError) -> Bool {
    let pipeline = state.withLock { $0.pipeline }
    switch order {
    case .connect: try connect()
    case .open: try pipeline?.open()
    case .place(let place, let rate, let repeats):
      return pipeline?.move(to: place, rate: rate, repeats: repeats) ?? false
    case .start(let time, let fadeIn):
      pipeline?.set(audiosession_media_gain_fade, to: fadeIn == .zero ? 1 : 0, over: .zero)
      if fadeIn > .zero { pipeline?.set(audiosession_media_gain_fade, to: 1, over: fadeIn) }
      if let pipeline { start(pipeline, at: time) }
    case .fadeOut(let time): pipeline?.set(audiosession_media_gain_fade, to: 0, over: time)
    case .goOn(let place, let repeats): _ = pipeline?.goOn(from: place, repeats: repeats)
    case .rest: pipeline?.rest()
    case .close: close()
    case .wait(let time, let number):
      queue.asyncAfter(deadline: .now() + (time / .seconds(1))) { [weak self] in
        self?.order { $0.timeHasPassed(number) }
      }
    case .waitUntil(let time, let number):
      call(at: time) { [weak self] in self?.order { $0.timeHasPassed(number) } }
    case .tell(let notice): notify(notice)
    }
    return true
  }

  /// Starts what is ready, at a time of CLOCK_MONOTONIC or now.
  private func start(_ pipeline: Pipeline, at time: Duration?) {
    guard let time else { return pipeline.start() }
    let round = pipeline.round
    call(at: time) { [weak pipeline] in
      if let pipeline, pipeline.round == round { pipeline.start() }
    }
  }

  /// Calls a function on the queue at a time of CLOCK_MONOTONIC, and not later.
  private func call(at time: Duration, _ body: @escaping @Sendable () -> Void) {
    // Not `asyncAfter`, which may be late by a tenth.
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    let nanoseconds = UInt64(max(0, time / .nanoseconds(1)))
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: nanoseconds), leeway: .nanoseconds(0))
    // It keeps itself until it has fired.
    timer.setEventHandler {
      body()
      timer.cancel()
    }
    timer.resume()
  }

  private func connect() throws(MediaError) {
    let queue = queue
    let pipeline = try Pipeline(playing: uri, channels: information.channels, as: stream) {
      [weak self] event, round in
      // The player must not end on a thread of its pipeline, which would wait for itself.
      queue.async { [weak self] in self?.receive(event, of: round) }
    }
    state.withLock { state in
      state.pipeline = pipeline
      pipeline.set(audiosession_media_gain_volume, to: state.volume, over: .zero)
      pipeline.set(audiosession_media_gain_session, to: state.session, over: .zero)
      pipeline.setPan(state.pan)
    }
  }

  private func close() {
    // Outside of the lock its last reference goes, unless its place is being read.
    _ = state.withLock { $0.pipeline.take() }
  }

  private func receive(_ event: PipelineEvent, of round: Int) {
    guard state.withLock({ $0.pipeline?.round == round }) else { return }
    if let error = perform({ $0.receive(event) }) { notify(.failed(error)) }
  }
}
