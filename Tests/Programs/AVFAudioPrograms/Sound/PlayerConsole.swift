import AVFoundation

/// Players that do what they are told, and say what their delegate is told.
final class PlayerConsole: SoundConsole, AVAudioPlayerDelegate {
  private var players: [AVAudioPlayer] = []

  override var isRunning: Bool { players.contains { $0.isPlaying } }
  override var stateAfterReset: String { "plays \(players.map { $0.play() })" }
  override func start() { say("plays \(players.map { $0.play() })") }
  override func pause() { players.forEach { $0.pause() } }

  override func obey(_ words: [String]) throws {
    let argument = words.count > 1 ? words[1] : ""
    let number = Double(argument) ?? 0
    switch words.first {
    case "open": try open(words.dropFirst().joined(separator: " "))
    case "data":
      let data = try Data(contentsOf: URL(fileURLWithPath: argument))
      add(try AVAudioPlayer(data: data, fileTypeHint: "public.audio"))
    case "forget": players = []
    case "prepare": say("prepared \(players.map { $0.prepareToPlay() })")
    case "together":
      let time = players[0].deviceCurrentTime + number
      say("plays \(players.map { $0.play(atTime: time) })")
    case "stop": players.forEach { $0.stop() }
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
    default: try super.obey(words)
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
