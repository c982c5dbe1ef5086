import AVFoundation

/// Players or recorders by the hundred, each made, run for a moment and forgotten.
final class Crowd: NSObject, Program {
  private var members: Set<NSObject> = []
  private var make: () throws -> NSObject = { NSObject() }
  private var wanted = 0
  private var begun = 0
  private var finished = 0
  private var observers: [any NSObjectProtocol] = []

  override init() {
    super.init()
    observers.append(
      NotificationCenter.default.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime,
        object: nil,
        queue: .main
      ) { [unowned self] notification in
        guard let item = notification.object as? AVPlayerItem else { return }
        let player = members.first { ($0 as? AVPlayer)?.currentItem === item }
        if let player { finish(player) }
      }
    )
  }

  func obey(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    if words[0] == "category" {
      try AVAudioSession.sharedInstance().setCategory(.record)
      return say("configured")
    }
    guard words.count == 3, let count = Int(words[1]) else { return say("unknown: \(command)") }
    let url = URL(fileURLWithPath: words[2])
    switch words[0] {
    case "players": make = { [unowned self] in try player(url) }
    case "items": make = { Crowd.item(url) }
    case "recorders": make = { [unowned self] in try recorder(in: url) }
    default: return say("unknown: \(command)")
    }
    (wanted, begun, finished) = (count, 0, 0)
    for _ in 0..<min(8, count) { try begin() }
  }

  private func begin() throws {
    guard begun < wanted else { return }
    begun += 1
    members.insert(try make())
  }

  private func player(_ url: URL) throws -> NSObject {
    let player = try AVAudioPlayer(contentsOf: url)
    player.delegate = self
    if !player.play() { say("refused") }
    return player
  }

  private static func item(_ url: URL) -> NSObject {
    let player = AVPlayer(url: url)
    player.play()
    return player
  }

  /// Records into a file of its own.
  private func recorder(in folder: URL) throws -> NSObject {
    let url = folder.appendingPathComponent("crowd-\(begun % 8).wav")
    let recorder = try AVAudioRecorder(url: url, settings: [:])
    recorder.delegate = self
    if !recorder.record(forDuration: 0.05) { say("refused") }
    return recorder
  }

  private func finish(_ member: NSObject) {
    members.remove(member)
    finished += 1
    if finished == wanted { say("finished \(wanted)") }
    do { try begin() } catch { say(describe(error)) }
  }
}

extension Crowd: AVAudioPlayerDelegate, AVAudioRecorderDelegate {
  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    finish(player)
  }

  func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
    finish(recorder)
  }
}
