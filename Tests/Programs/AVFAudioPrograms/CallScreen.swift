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
  private let inputsObserver = NotificationCenter.default.addObserver(
    forName: AVAudioSession.availableInputsChangeNotification,
    object: nil,
    queue: nil
  ) { _ in
    let inputs = AVAudioSession.sharedInstance().availableInputs ?? []
    say("other inputs: \(inputs.map(\.portName).joined(separator: ","))")
  }

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
    case "prefer": try session.setPreferredInput(input(words[1]))
    case "inputs":
      let inputs = session.availableInputs?.map(\.portName).joined(separator: ",") ?? "none"
      if inputs != words[1] { say("inputs: \(inputs)") }
    case "from":
      let inputs = session.currentRoute.inputs.map(\.portName).joined(separator: ",")
      if inputs != words[1] { say("from: \(inputs)") }
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

  /// The input of that identifier, which needn't be there.
  private func input(_ identifier: String) -> AVAudioSessionPortDescription? {
    guard identifier != "none" else { return nil }
    return session.availableInputs?.first { $0.uid == identifier }
      ?? AVAudioSessionPortDescription(portType: .usbAudio, portName: "?", uid: identifier)
  }
}
