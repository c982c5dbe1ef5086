import AudioSessionMedia
public import Foundation
import Synchronization

/// Plays a sound from a file or from memory, as long as the program's session may.
///
/// ``prepareToPlay()`` and ``play()`` activate the session, if it isn't active. When the session is
/// interrupted the player is paused before its delegate hears of it; it never plays on by itself. While
/// others duck the session, the player is lowered, and once it isn't heard any more a session that only
/// players activated is deactivated. GStreamer decodes: WAV, FLAC, Ogg, MP3, Opus, and whatever its
/// plugins know.
///
/// A player is made for the trait `Players`; without it the initialisers throw. Its methods may be
/// called on any thread. Source: Apple, `AVAudioPlayer`.
open class AVAudioPlayer: NSObject, @unchecked Sendable {
  // Subclasses answer for their own properties; those here are constant, behind a lock, or a weak
  // reference, which is read atomically and belongs to the main thread.

  struct State {
    var isPlaying = false
    var isOrphaned = false
    var volume: Float = 1
    var pan: Float = 0
    var rate: Float = 1
    var enableRate = false
    var numberOfLoops = 0
  }

  let state = Mutex(State())
  let meter = SoundMeter()
  let information: MediaInformation
  let playback: Playback
  private let sound: Sound

  /// The file that is played; nil for a sound in memory.
  public var url: URL? { sound.url }
  /// The sound in memory that is played; nil for a file.
  public var data: Data? { sound.data }

  /// Creates a player for a file.
  ///
  /// - Parameter url: The file.
  /// - Throws: ``kAudioFileFileNotFoundError`` if it can't be opened,
  ///   ``kAudioFileUnsupportedFileTypeError`` if there is no sound in it that can be decoded,
  ///   ``kAudioFileInvalidFileError`` if it is damaged; in `NSOSStatusErrorDomain`.
  public convenience init(contentsOf url: URL) throws { try self.init(Sound(url)) }

  /// Creates a player for a sound in memory.
  ///
  /// - Parameter data: The sound, in the format of a file.
  /// - Throws: ``kAudioFileUnsupportedFileTypeError`` if there is no sound in it that can be decoded,
  ///   ``kAudioFileInvalidFileError`` if it is damaged; in `NSOSStatusErrorDomain`.
  public convenience init(data: Data) throws { try self.init(Sound(data)) }

  /// Creates a player for a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - utiString: The type of the file; not needed on Linux, where its content tells.
  /// - Throws: The errors of ``init(contentsOf:)``.
  public convenience init(contentsOf url: URL, fileTypeHint utiString: String?) throws {
    try self.init(contentsOf: url)
  }

  /// Creates a player for a sound in memory.
  ///
  /// - Parameters:
  ///   - data: The sound, in the format of a file.
  ///   - utiString: The type of the file; not needed on Linux, where its content tells.
  /// - Throws: The errors of ``init(data:)``.
  public convenience init(data: Data, fileTypeHint utiString: String?) throws {
    try self.init(data: data)
  }

  private init(_ sound: Sound) throws {
    do throws(MediaError) {
      information = try MediaInformation(of: sound.uri)
    } catch {
      throw error.asNSError
    }
    self.sound = sound
    let player = WeakReference<AVAudioPlayer>()
    playback = Playback(of: sound.uri, information, name: sound.name) { notice in
      player.object?.receive(notice)
    }
    super.init()
    player.object = self
    SessionAudio.shared.add(self)
  }

  deinit { SessionAudio.shared.remove(ObjectIdentifier(self)) }

  /// What is called when something happens to the player.
  public weak var delegate: (any AVAudioPlayerDelegate)?

  /// Whether the player plays, or will as soon as its time has come.
  public var isPlaying: Bool { state.withLock { $0.isPlaying } }

  /// The number of channels in the sound.
  public var numberOfChannels: Int { information.channels }

  /// The length of the sound, in seconds; 0 if it isn't known.
  ///
  /// That of an MP3 file without an index is an estimate.
  public var duration: TimeInterval { (information.duration ?? .zero) / .seconds(1) }

  /// The place in the sound that is heard, in seconds; set, it plays on from there.
  public var currentTime: TimeInterval {
    get { playback.position / .seconds(1) }
    set { playback.position = .seconds(newValue.isFinite ? max(0, newValue) : 0) }
  }

  /// The time that ``play(atTime:)`` counts by, in seconds; the same for all players.
  public var deviceCurrentTime: TimeInterval { SoundClock.now / .seconds(1) }

  /// The format of the sound.
  public var format: AVAudioFormat {
    AVAudioFormat(
      .pcmFormatFloat32,
      sampleRate: Double(information.sampleRate),
      channels: AVAudioChannelCount(information.channels),
      interleaved: false
    )
  }

  /// The format of the sound, by the keys of audio settings.
  public var settings: [String: Any] { format.settings }
}

/// Where a sound comes from.
private struct Sound {
  var url: URL?
  var data: Data?
  let uri: String
  private var kept: SoundData?

  /// The name of the stream for people.
  var name: String { url?.lastPathComponent ?? ProcessInfo.processInfo.processName }

  init(_ url: URL) throws {
    guard url.isFileURL else {
      throw MediaError(.file, "\(url): expected the URL of a file").asNSError
    }
    self.url = url
    uri = url.absoluteURL.absoluteString
  }

  init(_ data: Data) throws {
    do throws(MediaError) {
      let kept = try SoundData(data)
      self.kept = kept
      uri = kept.uri
    } catch {
      throw error.asNSError
    }
    self.data = data
  }
}
