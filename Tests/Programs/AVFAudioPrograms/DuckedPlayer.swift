import AVFAudio
import AudioSession
import Foundation

/// Applies its gain itself, and uses the rest of what Linux adds.
final class DuckedPlayer: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observers: [any NSObjectProtocol] = []

  init() {
    observers.append(
      NotificationCenter.default.addObserver(
        forName: AVAudioSession.Linux.gainDidChangeNotification,
        object: session,
        queue: .main
      ) { [session] notification in
        let gain = notification.userInfo?[AVAudioSession.Linux.gainKey] as? Double ?? -1
        let ramp = notification.userInfo?[AVAudioSession.Linux.rampDurationKey] as? Double ?? -1
        say("gain \(gain) in \(ramp) s, now \(session.linux.gain)")
      }
    )
  }

  func obey(_ command: String) throws {
    switch command {
    case "play":
      try session.setCategory(.playback)
      try session.setActive(true)
      try session.linux.report(playing: true)
      say("plays")
    case "pause":
      try session.linux.report(playing: false)
      say("paused")
    case "call":
      try session.linux.setPriority(.phoneCall)
      say("calls with priority \(session.linux.priority)")
    case "read aloud":
      try session.linux.setRole(.accessibility)
      say("role \(session.linux.role ?? "none")")
    case "be several":
      session.linux.setApplication("desk")
      session.linux.setZone("kitchen")
      session.linux.setLease(Lease(name: "radio", timeToLive: .seconds(60)))
      try session.setActive(true)
      try session.linux.renewLease(timeToLive: .seconds(90))
      let status = session.linux.underlyingSession.status
      say("\(status.application ?? "none") \(status.zone ?? "none") \(session.category.rawValue)")
    case "record": tryToRecord()
    default: say("\(command)?")
    }
  }

  private func tryToRecord() {
    do {
      try session.setCategory(.playAndRecord)
      try session.setActive(true)
      say("active")
    } catch {
      say("\(AVAudioSession.Linux.blocker(of: error)?.name ?? "nobody") is in the way")
    }
  }
}
