import AudioSessionMedia
public import Foundation
import Synchronization

/// Records what the microphone hears into a file, as long as the program's session may.
///
/// ``prepareToRecord()`` and ``record()`` activate the session, if it isn't active. Its category has to
/// be one that records. When the session is interrupted the recorder is paused before its delegate
/// hears of it, and ``record()`` goes on in the same file. A file can be read after any death of the
/// program: WAV files have their sizes corrected every second, MPEG-4 files consist of fragments.
///
/// A recorder is made for the trait `Players`; without it preparing and recording fail. Its methods may
/// be called on any thread. Source: Apple, `AVAudioRecorder`.
open class AVAudioRecorder: NSObject, @unchecked Sendable {
  // Subclasses answer for their own properties; those here are constant, behind a lock, or a weak
  // reference, which is read atomically and belongs to the main thread.

  struct State {
    var isRecording = false
    var isOrphaned = false
  }

  let state = Mutex(State())
  let meter = SoundMeter()
  let recording: RecordingFormat
  let capture: Capture

  /// The file that is recorded into.
  public let url: URL
  /// The settings that the recorder was created with; with a format, those of the format.
  public var settings: [String: Any] { givenSettings.withLock { $0.settings } }
  private let givenSettings: Mutex<GivenSettings>

  /// What is recorded, before it is encoded.
  public let format: AVAudioFormat

  /// What is called when something happens to the recorder.
  public weak var delegate: (any AVAudioRecorderDelegate)?

  /// Creates a recorder.
  ///
  /// The extension of the file says its type: `wav`, `aif`, `m4a`, `aac`, `flac`, `opus` or
  /// `ogg`; there is no `caf`, which GStreamer doesn't read. Its plugins encode; AAC, Apple Lossless and
  /// AIFF need `gstreamer1.0-libav`.
  ///
  /// - Parameters:
  ///   - url: The file; one that exists is overwritten when the recording is prepared.
  ///   - settings: The format, by the keys of audio settings. What is missing is what the type of the
  ///     file is for, 44,100 Hz, two channels and 16 bits.
  /// - Throws: ``kAudioFileUnsupportedDataFormatError`` for settings that can't be met, with the reason
  ///   in words, and ``kAudioFileFileNotFoundError`` unless the URL is a file's.
  public init(url: URL, settings: [String: Any]) throws {
    let given = AudioSettings(settings)
    guard url.isFileURL else {
      throw MediaError(.file, "\(url): expected the URL of a file").asNSError
    }
    do throws(MediaError) {
      recording = try RecordingFormat(given, extension: url.pathExtension)
    } catch {
      throw error.asEncodingError
    }
    self.url = url
    format = AVAudioFormat(
      given.commonFormat,
      sampleRate: Double(recording.sampleRate),
      channels: AVAudioChannelCount(recording.channels),
      interleaved: true
    )
    givenSettings = Mutex(GivenSettings(settings))
    let recorder = WeakReference<AVAudioRecorder>()
    capture = Capture(to: url.path, as: recording, name: url.lastPathComponent) { notice in
      recorder.object?.receive(notice)
    }
    super.init()
    recorder.object = self
    SessionAudio.shared.add(self)
  }

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - url: The file; its extension says its type.
  ///   - format: The format of the samples.
  /// - Throws: The errors of ``init(url:settings:)``.
  public convenience init(url: URL, format: AVAudioFormat) throws {
    try self.init(url: url, settings: format.settings)
  }

  deinit { SessionAudio.shared.remove(ObjectIdentifier(self)) }

  /// Whether the recorder records, or will as soon as its time has come.
  public var isRecording: Bool { state.withLock { $0.isRecording } }

  /// How much was recorded, in seconds.
  public var currentTime: TimeInterval { capture.length / .seconds(1) }

  /// The time that ``record(atTime:)`` counts by, in seconds; the same for all recorders.
  public var deviceCurrentTime: TimeInterval { SoundClock.now / .seconds(1) }
}

/// Settings as they were given: values of any type, which are only read.
private struct GivenSettings: @unchecked Sendable {
  // The dictionary is never changed, and its values are numbers.
  let settings: [String: Any]

  init(_ settings: [String: Any]) { self.settings = settings }
}
