import AVFoundation
import AudioSession
import AudioSessionTypes

/// A player that does what it is told, and says what it is told by its player and its session.
final class PlayerConsole: NSObject, Program, AVAudioPlayerDelegate {
  private let session = AVAudioSession.sharedInstance()
  private var players: [AVAudioPlayer] = []
  private var observers: [any NSObjectProtocol] = []
  /// Whether it plays on when an interruption ends so.
  private var resumes = true

  override init() {
    super.init()
    observe(AVAudioSession.interruptionNotification) { [unowned self] in heard($0) }
    observe(AVAudioSession.mediaServicesWereLostNotification) { _ in say("lost") }
    observe(AVAudioSession.mediaServicesWereResetNotification) { [unowned self] _ in
      say("reset, plays \(players.map { $0.play() })")
    }
  }

  private func observe(_ name: Notification.Name, _ body: @escaping (Notification) -> Void) {
    observers.append(
      NotificationCenter.default.addObserver(
        forName: name,
        object: session,
        queue: .main,
        using: { notification in body(notification) }
      )
    )
  }

  private func heard(_ notification: Notification) {
    let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 9
    let option = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
    let isEnd = type == AVAudioSession.InterruptionType.ended.rawValue
    say(isEnd ? "notified end \(option)" : "notified begin, \(condition)")
    if isEnd, option == 1, resumes { say("plays \(players.map { $0.play() })") }
  }

  /// Whether any player plays, and the session's state.
  private var condition: String {
    let state = session.linux.underlyingSession.status.state
    return "\(players.contains { $0.isPlaying } ? "playing" : "paused"), \(state.rawValue)"
  }

  func obey(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    let number = Double(argument) ?? 0
    switch words.first {
    case "category":
      let options = words.dropFirst(2).map { Int($0) ?? 0 }.first ?? 0
      try session.setCategory(
        AVAudioSession.Category(rawValue: "AVAudioSessionCategory\(argument)"),
        mode: .default,
        options: AVAudioSession.CategoryOptions(rawValue: UInt(options))
      )
      say("configured")
    case "activate": try session.setActive(argument == "yes", options: .notifyOthersOnDeactivation)
    case "open": try open(words.dropFirst().joined(separator: " "))
    case "data":
      let data = try Data(contentsOf: URL(fileURLWithPath: argument))
      add(try AVAudioPlayer(data: data, fileTypeHint: "public.audio"))
    case "forget": players = []
    case "prepare": say("prepared \(players.map { $0.prepareToPlay() })")
    case "play": say("plays \(players.map { $0.play() })")
    case "together":
      let time = players[0].deviceCurrentTime + number
      say("plays \(players.map { $0.play(atTime: time) })")
    case "pause": players.forEach { $0.pause() }
    case "stop": players.forEach { $0.stop() }
    case "stay": resumes = false
    case "seek": players.forEach { $0.currentTime = number }
    case "loops": players.forEach { $0.numberOfLoops = Int(number) }
    case "rate":
      players.forEach {
        $0.enableRate = true; $0.rate = Float(number)
      }
    case "pan": players.forEach { $0.pan = Float(number) }
    case "volume":
      let time = words.count > 2 ? Double(words[2]) ?? 0 : 0
      players.forEach { $0.setVolume(Float(number), fadeDuration: time) }
    case "where": say(String(format: "at %.3f", players[0].currentTime))
    case "levels":
      players[0].isMeteringEnabled = true
      players[0].updateMeters()
      let (average, peak) = (
        players[0].averagePower(forChannel: 0), players[0].peakPower(forChannel: 0)
      )
      say(String(format: "levels %.1f %.1f", average, peak))
    case "condition": say(condition)
    default: say("unknown: \(command)")
    }
  }

  private func open(_ path: String) throws {
    add(try AVAudioPlayer(contentsOf: URL(fileURLWithPath: path)))
  }

  private func add(_ player: AVAudioPlayer) {
    player.delegate = self
    players.append(player)
    let format = player.format
    say(
      String(format: "opened %.3f s, ", player.duration)
        + "\(player.numberOfChannels) ch, \(Int(format.sampleRate)) Hz"
    )
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    say("finished \(flag) at \(player.currentTime)")
  }

  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    say("error \(error.map { describe($0) } ?? "none")")
  }

  func audioPlayerBeginInterruption(_ player: AVAudioPlayer) { say("delegate begin, \(condition)") }

  func audioPlayerEndInterruption(_ player: AVAudioPlayer, withOptions flags: Int) {
    say("delegate end \(flags)")
  }
}
