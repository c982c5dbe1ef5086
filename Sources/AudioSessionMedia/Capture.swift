import CAudioSessionGStreamer
import Dispatch
import Synchronization

/// What a recorder hears of its recording.
package enum CaptureNotice: Equatable, Sendable {
  /// All was written, and the file is complete.
  case finished
  /// Nothing more can be written.
  case failed(MediaError)
}

/// A recording into a file: its pipeline, on a queue of its own.
package final class Capture: Sendable {
  private enum Stage {
    case closed, paused, running
    /// What was recorded is written to the end.
    case finishing
  }

  private struct State: ~Copyable {
    var stage = Stage.closed
    var pipeline: Pipeline?
    var session = 1.0
    /// How much was recorded in the end.
    var length = Duration.zero
    /// The number of the latest start, which later times belong to.
    var run = 0
  }

  private let path: String
  private let format: RecordingFormat
  private let stream: Pipeline.Stream
  private let queue = DispatchQueue(label: "AudioSessionMedia.capture")
  private let state = Mutex(State())
  private let notify: @Sendable (CaptureNotice) -> Void

  /// How often the sizes in a WAV file are corrected, and how long its end may take.
  private static let interval = 1.0

  /// - Parameters:
  ///   - path: The file, which is overwritten.
  ///   - format: How it is encoded.
  ///   - name: The name of the stream for people.
  ///   - notify: Is given what happens, on the recording's queue.
  package init(
    to path: String,
    as format: RecordingFormat,
    name: String,
    notify: @escaping @Sendable (CaptureNotice) -> Void
  ) {
    self.path = path
    self.format = format
    self.notify = notify
    stream = Pipeline.Stream(name: name)
  }

  deinit {
    guard let pipeline = state.withLock({ $0.pipeline.take() }) else { return }
    // What was written so far stays, as after the death of the process.
    queue.async { withExtendedLifetime(pipeline) {} }
  }

  /// Creates the file and connects to the sound server, and blocks until that is done.
  ///
  /// - Parameter limit: How long that may take.
  /// - Throws: Why it can't be recorded.
  package func prepare(atMost limit: Duration = .seconds(5)) throws(MediaError) {
    let outcome = Outcome()
    queue.async { [self] in
      let error = connect()
      outcome.error.withLock { $0 = error }
      outcome.isKnown.signal()
    }
    try outcome.wait(atMost: limit)
  }

  /// Records on.
  ///
  /// - Parameters:
  ///   - delay: From when on.
  ///   - length: How long the recording is to be in all; it is finished then. Nil: as long as it may.
  package func record(after delay: Duration = .zero, until length: Duration? = nil) {
    let run = state.withLock { state in
      state.run += 1
      return state.run
    }
    queue.asyncAfter(deadline: .now() + (delay / .seconds(1))) { [weak self] in
      self?.start(run, until: length)
    }
  }

  /// Pauses; what was recorded stays.
  package func pause() {
    queue.async { [self] in
      let pipeline = state.withLock { state -> Pipeline? in
        state.run += 1
        guard state.stage == .running else { return nil }
        state.stage = .paused
        return state.pipeline
      }
      pipeline?.pause()
      correctSizes()
    }
  }

  /// Ends the recording; the notice follows when the file is complete.
  package func stop() { queue.async { [self] in finish() } }

  /// How much was recorded.
  package var length: Duration {
    let (pipeline, length) = state.withLock { ($0.pipeline, $0.length) }
    return pipeline?.position ?? length
  }

  /// Sets what the session has to be lowered to.
  package func setSessionGain(_ gain: Double, over time: Duration = .zero) {
    let pipeline = state.withLock { state in
      state.session = gain
      return state.pipeline
    }
    pipeline?.set(audiosession_media_gain_session, to: gain, over: time)
  }

  /// How loud a channel is; nil while nothing is recorded.
  package func levels(of channel: Int) -> Levels? {
    state.withLock { $0.stage == .running ? $0.pipeline : nil }?.levels(of: channel)
  }
}

extension Capture {
  private func connect() -> MediaError? {
    guard state.withLock({ $0.stage == .closed }) else { return nil }
    let queue = queue
    do throws(MediaError) {
      let pipeline = try Pipeline(recording: format, to: path, as: stream) {
        [weak self] event, _ in
        // The recorder must not end on a thread of its pipeline, which would wait for itself.
        queue.async { [weak self] in self?.receive(event) }
      }
      try pipeline.open()
      state.withLock { state in
        state.pipeline = pipeline
        state.stage = .paused
        pipeline.set(audiosession_media_gain_session, to: state.session, over: .zero)
      }
      return nil
    } catch {
      return error
    }
  }

  private func start(_ run: Int, until length: Duration?) {
    let pipeline = state.withLock { state -> Pipeline? in
      guard state.run == run, state.stage == .paused else { return nil }
      state.stage = .running
      return state.pipeline
    }
    guard let pipeline else { return }
    pipeline.start()
    tend(run, until: length)
  }

  /// What is to be done from time to time, while it runs.
  private func tend(_ run: Int, until length: Duration?) {
    guard state.withLock({ $0.run == run && $0.stage == .running }) else { return }
    var wait = Capture.interval
    if let length {
      let rest = (length - self.length) / .seconds(1)
      if rest <= 0 { return finish() }
      wait = min(wait, rest)
    }
    correctSizes()
    queue.asyncAfter(deadline: .now() + wait) { [weak self] in self?.tend(run, until: length) }
  }

  private func finish() {
    let (pipeline, isPaused) = state.withLock { state -> (Pipeline?, Bool) in
      state.run += 1
      let isPaused = state.stage == .paused
      guard isPaused || state.stage == .running else { return (nil, false) }
      state.stage = .finishing
      return (state.pipeline, isPaused)
    }
    guard let pipeline else { return }
    // The end passes only through what runs.
    if isPaused { pipeline.start() }
    pipeline.finish()
    queue.asyncAfter(deadline: .now() + Capture.interval) { [weak self] in
      self?.close(.finished)
    }
  }

  private func receive(_ event: PipelineEvent) {
    switch event {
    case .ended: close(.finished)
    case .failed(let error): close(.failed(error))
    case .ready, .decoded, .faded: break
    }
  }

  private func close(_ notice: CaptureNotice) {
    let length = length
    let pipeline = state.withLock { state -> Pipeline? in
      guard state.stage != .closed else { return nil }
      state.stage = .closed
      state.run += 1
      state.length = length
      return state.pipeline.take()
    }
    guard pipeline != nil else { return }
    correctSizes()
    notify(notice)
  }

  private func correctSizes() {
    if format.encoding == RecordingFormat.wave { WaveFile.correctSizes(of: path) }
  }
}
