import AVFoundation
import MediaPlayer

/// Plays one item, which lasts three minutes, or a tone of another program.
final class Radio {
  private let center = MPRemoteCommandCenter.shared()
  private let session = AVAudioSession.sharedInstance()
  private var title = "Nothing"
  private var isPlaying = false
  /// Where the player was when it was last changed, and when that was.
  private var position = 0.0
  private var since = Date()
  private var usesSession = false
  private var tone: Tone?
  private var observers: [any NSObjectProtocol] = []

  func obey(_ words: [String]) throws {
    switch words[0] {
    case "answer": for word in words.dropFirst() { answer(word) }
    case "forget": forget()
    case "disable": command(words[1])?.isEnabled = false
    case "enable": command(words[1])?.isEnabled = true
    case "item": begin(words[1])
    case "state":
      let state = UInt(words[1]).flatMap(MPNowPlayingPlaybackState.init)
      MPNowPlayingInfoCenter.default().playbackState = state ?? .unknown
    case "nothing": MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
    case "session": try follow(words[1])
    case "candidate": try session.setIsNowPlayingCandidate(words[1] == "yes")
    case "background": try session.linux.report(foreground: false)
    case "play": try play()
    case "pause": pause()
    case "tone": tone = try Tone(words[1])
    case "block": Thread.sleep(forTimeInterval: 3)
    case "descriptors": return say("descriptors \(Radio.descriptors)")
    default: say("\(words[0])?")
    }
    say("done")
  }

  private func begin(_ title: String) {
    self.title = title
    move(to: 0)
  }

  private func play() throws {
    if usesSession { try session.setActive(true) }
    tone?.play()
    isPlaying = true
    move(to: position)
  }

  private func pause() {
    tone?.pause()
    move(to: current)
    isPlaying = false
    show()
  }

  private func move(to position: Double) {
    self.position = position
    since = Date()
    show()
  }

  private var current: Double { position + (isPlaying ? Date().timeIntervalSince(since) : 0) }

  private func show() {
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [
      MPMediaItemPropertyTitle: title,
      MPMediaItemPropertyArtist: "Somebody",
      MPMediaItemPropertyPlaybackDuration: 180,
      MPNowPlayingInfoPropertyElapsedPlaybackTime: position,
      MPNowPlayingInfoPropertyPlaybackRate: isPlaying ? 1.0 : 0.0,
    ]
  }

  /// As the articles have it: interrupted it is silent, and at the end it tries to go on.
  private func follow(_ category: String) throws {
    usesSession = true
    try session.setCategory(AVAudioSession.Category(rawValue: "AVAudioSessionCategory" + category))
    let observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: session,
      queue: .main
    ) { [weak self] in self?.handleInterruption($0) }
    observers.append(observer)
  }

  private func handleInterruption(_ notification: Notification) {
    let number = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
    if number == AVAudioSession.InterruptionType.began.rawValue {
      pause()
      return say("began")
    }
    let bits = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
    let options = AVAudioSession.InterruptionOptions(rawValue: bits)
    say(options.contains(.shouldResume) ? "ended, resume" : "ended")
  }
}

/// What it answers.
extension Radio {
  private func command(_ word: String) -> MPRemoteCommand? {
    switch word {
    case "play": center.playCommand
    case "pause": center.pauseCommand
    case "stop": center.stopCommand
    case "toggle": center.togglePlayPauseCommand
    case "next": center.nextTrackCommand
    case "previous": center.previousTrackCommand
    case "forward": center.skipForwardCommand
    case "backward": center.skipBackwardCommand
    case "position": center.changePlaybackPositionCommand
    case "rate": center.changePlaybackRateCommand
    case "repeat": center.changeRepeatModeCommand
    case "shuffle": center.changeShuffleModeCommand
    default: nil
    }
  }

  private func answer(_ word: String) {
    if word == "rate" { center.changePlaybackRateCommand.supportedPlaybackRates = [0.5, 1, 2] }
    command(word)?.addTarget { [weak self] event in
      self?.obey(word, event) ?? .noActionableNowPlayingItem
    }
  }

  private func forget() {
    let words = [
      "play", "pause", "stop", "toggle", "next", "previous", "forward", "backward", "position",
      "rate", "repeat", "shuffle",
    ]
    for word in words { command(word)?.removeTarget(nil) }
  }

  private func obey(_ word: String, _ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
    let place = Thread.isMainThread ? "" : " elsewhere"
    switch event {
    case let event as MPChangePlaybackPositionCommandEvent:
      say("position \(event.positionTime)")
      move(to: event.positionTime)
    case let event as MPSkipIntervalCommandEvent: say("\(word) \(event.interval)")
    case let event as MPChangePlaybackRateCommandEvent: say("rate \(event.playbackRate)")
    case let event as MPChangeRepeatModeCommandEvent:
      say("repeat \(event.repeatType)")
      center.changeRepeatModeCommand.currentRepeatType = event.repeatType
    case let event as MPChangeShuffleModeCommandEvent:
      say("shuffle \(event.shuffleType)")
      center.changeShuffleModeCommand.currentShuffleType = event.shuffleType
    default:
      say(word + place)
      return obey(word)
    }
    return .success
  }

  private func obey(_ word: String) -> MPRemoteCommandHandlerStatus {
    do {
      switch word {
      case "play": try play()
      case "pause", "stop": pause()
      case "toggle": if isPlaying { pause() } else { try play() }
      case "next": begin("Next")
      // There is none before.
      default: return .noSuchContent
      }
    } catch {
      return .commandFailed
    }
    return .success
  }

  private static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}

/// A program that plays a tone for this one, and that is paused and goes on.
private final class Tone {
  private let process = Process()
  private let input = Pipe()

  init(_ path: String) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["play", "400", "0.25", "node.name=radio", "application.name=radio"]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  func play() { tell("resume") }

  func pause() { tell("pause") }

  private func tell(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }
}
