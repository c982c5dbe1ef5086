import AVFAudio
import Foundation

/// Draws where the sound goes whenever the route changes, as the screens of calls do.
final class CallScreen: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observer: (any NSObjectProtocol)?
  private let muteObserver = NotificationCenter.default.addObserver(
    forName: AVAudioSession.outputMuteStateChangeNotification,
    object: nil,
    queue: nil
  ) { _ in say("settled") }

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.routeChangeNotification,
      object: session,
      queue: nil
    ) { [session] notification in
      let value = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt ?? 0
      let reason = AVAudioSession.RouteChangeReason(rawValue: value) ?? .unknown
      let key = AVAudioSessionRouteChangePreviousRouteKey
      let previous = notification.userInfo?[key] as? AVAudioSessionRouteDescription
      let routes = [previous, session.currentRoute].map { route in
        route.map { $0.outputs.map(\.portName).joined(separator: ",") } ?? "none"
      }
      say("\(reason): \(routes[0]) -> \(routes[1])\(Thread.isMainThread ? ", main thread" : "")")
    }
  }

  func obey(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    switch words[0] {
    case "speaker": try session.overrideOutputAudioPort(words[1] == "on" ? .speaker : .none)
    // What is posted comes in turn: when this has been, all before it has.
    case "settle": try session.setOutputMuted(!session.isOutputMuted)
    case "active": try session.setActive(words[1] == "on")
    case "mode": try session.setMode(.init(rawValue: "AVAudioSessionMode" + words[1]))
    case "category":
      try session.setCategory(
        .init(rawValue: "AVAudioSessionCategory" + words[1]),
        options: .init(rawValue: UInt(words[2]) ?? 0)
      )
    default: say("\(command)?")
    }
    say("\(command).")
  }
}
