import AVFoundation

/// Players by the hundred, each made, heard and forgotten.
final class PlayerCrowd: NSObject, Program, AVAudioPlayerDelegate {
  private var players: Set<AVAudioPlayer> = []
  private var path = ""
  private var wanted = 0
  private var begun = 0
  private var finished = 0

  func obey(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    guard words.count == 3, let count = Int(words[1]) else { return say("unknown: \(command)") }
    (wanted, begun, finished, path) = (count, 0, 0, words[2])
    for _ in 0..<8 { try begin() }
  }

  private func begin() throws {
    guard begun < wanted else { return }
    begun += 1
    let player = try AVAudioPlayer(contentsOf: URL(fileURLWithPath: path))
    player.delegate = self
    players.insert(player)
    if !player.play() { say("refused") }
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    players.remove(player)
    finished += 1
    if finished == wanted { say("played \(wanted)") }
    do { try begin() } catch { say(describe(error)) }
  }
}
