import AVFAudio
import Foundation

/// Sets its category again and again, until it is set in a session that replaced its former one.
final class Insistent: Program {
  private let session = AVAudioSession.sharedInstance()
  private let observer = NotificationCenter.default.addObserver(
    forName: AVAudioSession.interruptionNotification,
    object: nil,
    queue: nil
  ) { _ in say("interrupted") }

  func obey(_ command: String) throws {
    guard command == "insist" else { return say("\(command)?") }
    try session.setCategory(.playback)
    let former = session.linux.underlyingSession
    say("insists")
    while session.linux.underlyingSession === former { try? session.setCategory(.playback) }
    while !isSet() {}
    // Whatever else belongs to the replacement happens meanwhile.
    for _ in 0..<3 { _ = session.currentRoute }
    say(session.category.rawValue)
  }

  private func isSet() -> Bool { (try? session.setCategory(.playback)) != nil }
}
