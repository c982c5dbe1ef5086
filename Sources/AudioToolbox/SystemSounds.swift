import AVFAudio
import AudioSessionMedia
import Foundation
import Synchronization

/// The program's system sounds, by their identifiers.
final class SystemSounds: Sendable {
  static let shared = SystemSounds()

  /// The longest sound.
  static let longest = Duration.seconds(30)

  /// What happens when a sound is over.
  typealias Completion = @Sendable () -> Void

  private struct Sound {
    let uri: String
    let name: String
    let information: MediaInformation
    /// What was added for every time that it is played.
    var completion: Completion?
    /// The latest attempt to play it, which ends those before it.
    var attempt: Attempt?
  }

  /// An attempt to play a sound.
  private struct Attempt {
    let number: Int
    let completion: Completion?
    /// Nil until the daemon has let it play.
    var playback: Playback?
  }

  private struct State {
    var sounds: [SystemSoundID: Sound] = [:]
    // Below are the identifiers of sounds that belong to iOS.
    var last: SystemSoundID = 0x1000
    var attempts = 0
  }

  private let state = Mutex(State())
  /// Requests of the daemon, and completions, one after another.
  private let queue = DispatchQueue(label: "AudioToolbox.SystemSounds")

  /// Adds a sound, after looking into it.
  ///
  /// - Parameter url: The file.
  /// - Returns: Its identifier.
  /// - Throws: The error's code.
  func add(_ url: URL) throws(SystemSoundError) -> SystemSoundID {
    let uri = url.absoluteURL.absoluteString
    guard url.isFileURL, let information = try? MediaInformation(of: uri) else {
      throw .unspecified
    }
    if let duration = information.duration, duration > SystemSounds.longest { throw .tooLong }
    return state.withLock { state in
      state.last += 1
      state.sounds[state.last] = Sound(
        uri: uri,
        name: url.lastPathComponent,
        information: information
      )
      return state.last
    }
  }

  /// Stops a sound and forgets it.
  ///
  /// - Returns: Whether there was such a sound.
  func remove(_ id: SystemSoundID) -> Bool {
    let sound = state.withLock { $0.sounds.removeValue(forKey: id) }
    if let sound { finish(sound.attempt, of: sound) }
    return sound != nil
  }

  /// Sets what happens whenever a sound is over; nil for nothing.
  ///
  /// - Returns: Whether there is such a sound.
  @discardableResult
  func setCompletion(of id: SystemSoundID, _ completion: Completion?) -> Bool {
    state.withLock { state in
      guard state.sounds[id] != nil else { return false }
      state.sounds[id]?.completion = completion
      return true
    }
  }

  /// Plays a sound from its beginning, if system sounds may play now; returns at once.
  ///
  /// - Parameters:
  ///   - id: The sound; of one that isn't there only the completion is called.
  ///   - role: A word of PipeWire's.
  ///   - completion: Called when it is over, or right away if it isn't heard.
  func play(_ id: SystemSoundID, role: String, then completion: Completion? = nil) {
    let (number, former, sound) = state.withLock { state in
      state.attempts += 1
      let former = state.sounds[id]
      let attempt = Attempt(number: state.attempts, completion: completion)
      state.sounds[id]?.attempt = attempt
      return (state.attempts, former?.attempt, state.sounds[id])
    }
    guard let sound else {
      if let completion { queue.async(execute: completion) }
      return
    }
    finish(former, of: sound)
    queue.async { [self] in
      guard AVAudioSession.sharedInstance().letsSystemSoundsPlay else { return end(id, number) }
      start(id, number, role)
    }
  }

  private func start(_ id: SystemSoundID, _ number: Int, _ role: String) {
    state.withLock { state in
      guard let sound = state.sounds[id], sound.attempt?.number == number else { return }
      let playback = Playback(of: sound.uri, sound.information, name: sound.name, role: role) {
        [weak self] notice in
        if notice != .started { self?.end(id, number) }
      }
      state.sounds[id]?.attempt?.playback = playback
      playback.play()
    }
  }

  /// An attempt is over, unless another has already ended it.
  private func end(_ id: SystemSoundID, _ number: Int) {
    let sound = state.withLock { state -> Sound? in
      guard let sound = state.sounds[id], sound.attempt?.number == number else { return nil }
      state.sounds[id]?.attempt = nil
      return sound
    }
    if let sound { finish(sound.attempt, of: sound) }
  }

  /// Calls what is to be called; a sound that is still heard fades with the last reference to it.
  private func finish(_ attempt: Attempt?, of sound: Sound) {
    guard let attempt else { return }
    queue.async {
      attempt.completion?()
      sound.completion?()
    }
  }
}

/// Why a sound can't be added.
enum SystemSoundError: Error {
  case unspecified, tooLong
}
