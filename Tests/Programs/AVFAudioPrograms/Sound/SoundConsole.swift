import AVFoundation
import AudioSession
import AudioSessionTypes
import MediaPlayer

/// What the programs have in common that play or record as they are told, and say what they are told
/// by their session.
class SoundConsole: NSObject, Program {
  let session = AVAudioSession.sharedInstance()
  private var observers: [any NSObjectProtocol] = []
  /// Whether it goes on when an interruption ends so.
  private var resumes = true

  override init() {
    super.init()
    observe(AVAudioSession.interruptionNotification) { [unowned self] in interrupted($0) }
    observe(AVAudioSession.mediaServicesWereLostNotification) { _ in say("lost") }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [unowned self] _ in
      say("reset, \(stateAfterReset)")
    }
  }

  func observe(_ name: Notification.Name, _ body: @escaping (Notification) -> Void) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { body($0) }
    )
  }

  /// Whether it plays or records.
  var isRunning: Bool { false }
  /// What it says once the media services were reset.
  var stateAfterReset: String { "" }
  func start() {}
  func pause() {}
  /// Does what is its own.
  func obey(_ words: [String]) throws { say("unknown: \(words)") }

  /// Whether it runs, and the session's state.
  var condition: String {
    let state = session.linux.underlyingSession.status.state
    return "\(isRunning ? "running" : "paused"), \(state.rawValue)"
  }

  private func interrupted(_ notification: Notification) {
    let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 9
    let option = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
    let isEnd = type == AVAudioSession.InterruptionType.ended.rawValue
    say(isEnd ? "notified end \(option)" : "notified begin, \(condition)")
    if isEnd, option == 1, resumes { start() }
  }

  func obey(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    switch words.first {
    case "category":
      let options = words.dropFirst(2).map { Int($0) ?? 0 }.first ?? 0
      try session.setCategory(
        AVAudioSession.Category(rawValue: "AVAudioSessionCategory\(argument)"),
        mode: .default,
        options: AVAudioSession.CategoryOptions(rawValue: UInt(options))
      )
      say("configured")
    case "activate", "deactivate":
      try session.setActive(words[0] == "activate", options: .notifyOthersOnDeactivation)
      say("\(words[0])d")
    case "background", "foreground":
      try session.linux.report(foreground: words[0] == "foreground")
      say("in the \(words[0])")
    case "mute", "unmute":
      let isMuted = words[0] == "mute"
      try session.setOutputMuted(isMuted)
      try AVAudioApplication.shared.setInputMuted(isMuted)
      say("\(words[0])d")
    case "remote": answerCommands()
    case "stay": resumes = false
    case "play": start()
    case "pause": pause()
    case "condition": say(condition)
    default: try obey(words)
    }
  }

  private func answerCommands() {
    let center = MPRemoteCommandCenter.shared()
    center.pauseCommand.addTarget { [unowned self] _ in
      pause()
      return .success
    }
    center.playCommand.addTarget { [unowned self] _ in
      start()
      return .success
    }
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "A tone"]
    say("answers")
  }
}
