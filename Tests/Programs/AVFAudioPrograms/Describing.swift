import AVFAudio
import Foundation

/// Prints the session as it is, and its settings in its own words, as many programs do.
final class Describing: Program {
  private let session = AVAudioSession.sharedInstance()

  func obey(_ command: String) throws {
    switch command {
    case "session": say("\(session)")
    case "activate":
      try session.setCategory(.playback, mode: .spokenAudio, options: .duckOthers)
      try session.setActive(true)
      say("\(session)")
    case "route": say("\(session.currentRoute)")
    case "options": say("\(session.mode) \(session.category), \(session.categoryOptions)")
    default: say("\(command)?")
    }
  }
}

// Written in dozens of programs: it must neither be in the way of the module's own, nor be ignored.

extension AVAudioSession.Category: CustomStringConvertible {
  var description: String { self == .playback ? "playback" : rawValue }
}

extension AVAudioSession.Mode: CustomStringConvertible {
  var description: String { self == .spokenAudio ? "spoken" : rawValue }
}

extension AVAudioSession.CategoryOptions: CustomStringConvertible {
  var description: String { contains(.mixWithOthers) ? "mixing" : "alone" }
}
