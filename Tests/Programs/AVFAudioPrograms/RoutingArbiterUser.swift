import AVFAudio
import Foundation

/// Shares a headset with other machines, as a program for macOS does.
final class RoutingArbiterUser: Program {
  private let arbiter = AVAudioRoutingArbiter.shared
  private let observer: any NSObjectProtocol

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.routeChangeNotification,
      object: nil,
      queue: nil
    ) { notification in
      let key = AVAudioSessionRouteChangeReasonKey
      let reason = (notification.userInfo?[key] as? UInt)
        .flatMap(AVAudioSession.RouteChangeReason.init)
      say("route changed: \(reason.map { "\($0)" } ?? "?")")
    }
  }

  func obey(_ command: String) throws {
    switch command {
    case "begin":
      arbiter.begin(category: .playback) { hasChanged, error in
        say("begun: \(hasChanged)\(error.map { ", \(describe($0))" } ?? "")")
      }
    case "leave":
      arbiter.leave()
      say("left")
    default: say("\(command)?")
    }
  }
}
