import CAudioSessionGStreamer
import Synchronization

/// What a pipeline tells.
package enum PipelineEvent: Equatable, Sendable {
  /// It stands at its place, and can be started at once.
  case ready
  /// The part to be repeated has been decoded; it is still heard.
  case decoded
  /// All was heard, or all was written.
  case ended
  /// A fade has reached silence; it began at this place, if that is known.
  case faded(Duration?)
  /// It is of no use any more.
  case failed(MediaError)
}

/// A pipeline of GStreamer, which is closed with the last reference to it.
///
/// Its functions may wait for the sound server, so they are called on one queue, but for those that say
/// otherwise.
final class Pipeline: Sendable {
  /// Where the events go, with the round to which they belong.
  private final class Receiver: Sendable {
    let round = Atomic<Int>(0)
    let receive: @Sendable (PipelineEvent, Int) -> Void

    init(_ receive: @escaping @Sendable (PipelineEvent, Int) -> Void) { self.receive = receive }
  }

  // GStreamer's objects may be used on any thread; the queue keeps orders apart.
  private nonisolated(unsafe) let media: OpaquePointer
  private let receiver: Receiver

  /// How a stream is known to the sound server.
  struct Stream: Sendable {
    var name: String
    var role: String?
    /// How much is kept ahead: as much later is a pause heard.
    var buffer = Duration.milliseconds(50)
  }

  /// Connects to the sound server, to play a sound.
  ///
  /// - Parameters:
  ///   - uri: The sound.
  ///   - channels: How many there are in it.
  ///   - stream: How it is known to the sound server.
  ///   - receive: Is given the events, on threads of the pipeline, with the round of each.
  /// - Throws: Why it can't be played.
  init(
    playing uri: String,
    channels: Int,
    as stream: Stream,
    _ receive: @escaping @Sendable (PipelineEvent, Int) -> Void
  ) throws(MediaError) {
    receiver = Receiver(receive)
    media = try Pipeline.make(receiver, stream) { stream, handler, context, release, error in
      audiosession_media_play(uri, stream, Int32(channels), handler, context, release, error)
    }
  }

  /// Connects to the sound server, to record into a file.
  ///
  /// - Parameters:
  ///   - recording: In which format.
  ///   - path: The file.
  ///   - stream: How it is known to the sound server.
  ///   - receive: Is given the events, on threads of the pipeline, with the round of each.
  /// - Throws: Why it can't be recorded.
  init(
    recording: RecordingFormat,
    to path: String,
    as stream: Stream,
    _ receive: @escaping @Sendable (PipelineEvent, Int) -> Void
  ) throws(MediaError) {
    receiver = Receiver(receive)
    media = try Pipeline.make(receiver, stream) { stream, handler, context, release, error in
      path.withCString { path in
        recording.encoding.withCString { encoding in
          recording.samples.withCString { samples in
            var what = audiosession_media_recording(
              path: path,
              encoding: encoding,
              format: recording.samples.isEmpty ? nil : samples,
              rate: Int32(recording.sampleRate),
              channels: Int32(recording.channels)
            )
            return audiosession_media_record(&what, stream, handler, context, release, error)
          }
        }
      }
    }
  }

  deinit { audiosession_media_close(media) }

  private typealias Maker = (
    UnsafePointer<audiosession_media_stream>, audiosession_media_handler, UnsafeMutableRawPointer,
    @convention(c) (UnsafeMutableRawPointer?) -> Void,
    UnsafeMutablePointer<audiosession_media_error>
  ) -> OpaquePointer?

  private static func make(
    _ receiver: Receiver,
    _ stream: Stream,
    _ body: Maker
  ) throws(MediaError) -> OpaquePointer {
    var error = audiosession_media_error()
    let media = stream.name.withCString { name in
      (stream.role ?? "").withCString { role in
        var known = audiosession_media_stream(
          name: name,
          role: stream.role == nil ? nil : role,
          buffer: Int64(stream.buffer / .microseconds(1))
        )
        let context = Unmanaged.passRetained(receiver).toOpaque()
        return body(&known, pass, context, release, &error)
      }
    }
    guard let media else { throw MediaError(error) }
    return media
  }

  private static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    guard let context else { return }
    Unmanaged<Receiver>.fromOpaque(context).release()
  }

  private static let pass: audiosession_media_handler = { context, event, position, error in
    guard let context else { return }
    let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
    let round = receiver.round.load(ordering: .acquiring)
    let place: Duration? = position < 0 ? nil : .nanoseconds(position)
    switch event {
    case audiosession_media_event_ready: receiver.receive(.ready, round)
    case audiosession_media_event_decoded: receiver.receive(.decoded, round)
    case audiosession_media_event_ended: receiver.receive(.ended, round)
    case audiosession_media_event_faded: receiver.receive(.faded(place), round)
    default:
      guard let error else { return }
      receiver.receive(.failed(MediaError(error.pointee)), round)
    }
  }
}

extension Pipeline {
  /// The round that began with the latest ``open()``; events of former ones mean nothing any more.
  var round: Int { receiver.round.load(ordering: .acquiring) }

  /// Opens the stream, in a new round.
  ///
  /// - Throws: Why that fails, if it does at once.
  func open() throws(MediaError) {
    receiver.round.add(1, ordering: .acquiringAndReleasing)
    var error = audiosession_media_error()
    guard audiosession_media_open(media, &error) else { throw MediaError(error) }
  }

  /// Starts what is ready.
  func start() { audiosession_media_start(media) }

  /// Stops a recording, which ``start()`` continues.
  func pause() { audiosession_media_pause(media) }

  /// Closes the stream, and stays connected.
  func rest() {
    receiver.round.add(1, ordering: .acquiringAndReleasing)
    audiosession_media_rest(media)
  }

  /// Moves to a place; false if that isn't possible.
  func move(to place: Duration, rate: Double, repeats: Bool) -> Bool {
    audiosession_media_seek(media, Int64(place / .nanoseconds(1)), rate, repeats)
  }

  /// Decodes from another place, without a gap; false if that isn't possible.
  func goOn(from place: Duration, repeats: Bool) -> Bool {
    audiosession_media_repeat(media, Int64(place / .nanoseconds(1)), repeats)
  }

  /// Ends a recording.
  func finish() { audiosession_media_finish(media) }

  /// The place that is heard, on any thread; nil if it isn't known.
  var position: Duration? {
    let position = audiosession_media_position(media)
    return position < 0 ? nil : .nanoseconds(position)
  }

  /// Changes a gain from now on; on any thread.
  func set(_ gain: audiosession_media_gain, to target: Double, over time: Duration) {
    audiosession_media_set_gain(media, gain, target, time / .seconds(1))
  }

  /// Moves the sound between the loudspeakers; on any thread.
  func setPan(_ pan: Double) { audiosession_media_set_pan(media, pan) }

  /// How loud a channel is, in dBFS, on any thread; nil if nothing was measured.
  func levels(of channel: Int) -> Levels? {
    var levels = Levels(average: 0, peak: 0)
    let isMeasured = audiosession_media_levels(
      media,
      Int32(clamping: channel),
      &levels.average,
      &levels.peak
    )
    return isMeasured ? levels : nil
  }
}

/// How loud a channel is.
package struct Levels: Equatable, Sendable {
  /// The mean power, in dBFS.
  package var average: Double
  /// The loudest sample, in dBFS.
  package var peak: Double
}
