import AVFAudio
import Foundation

/// Handlers in the form that Apple documents, with a closure where the selector was.
final class DocumentedHandlers: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observers: [any NSObjectProtocol] = []
  private var headphonesConnected = false

  init() {
    let center = NotificationCenter.default
    observers = [
      center.addObserver(
        forName: AVAudioSession.interruptionNotification,
        object: session,
        queue: nil
      ) { [weak self] in self?.handleInterruption(notification: $0) },
      center.addObserver(
        forName: AVAudioSession.routeChangeNotification,
        object: nil,
        queue: nil
      ) { [weak self] in self?.handleRouteChange(notification: $0) },
    ]
  }

  func obey(_ command: String) throws {
    try session.setCategory(.playback, mode: .default)
    try session.setActive(true)
    say("plays, headphones \(hasHeadphones(in: session.currentRoute))")
  }

  private func handleInterruption(notification: Notification) {
    guard let userInfo = notification.userInfo,
      let typeValue = userInfo[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else { return }
    switch type {
    case .began:
      let reasonValue = userInfo[AVAudioSessionInterruptionReasonKey] as? UInt ?? 0
      let reason = AVAudioSession.InterruptionReason(rawValue: reasonValue)
      say("began, \(reason.map { "\($0)" } ?? "?"), on the main thread \(Thread.isMainThread)")
    case .ended:
      guard let optionsValue = userInfo[AVAudioSessionInterruptionOptionKey] as? UInt else {
        return say("ended without options")
      }
      let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
      say(options.contains(.shouldResume) ? "ended, resume" : "ended, don't resume")
    @unknown default: break
    }
  }

  private func handleRouteChange(notification: Notification) {
    guard let userInfo = notification.userInfo,
      let reasonValue = userInfo[AVAudioSessionRouteChangeReasonKey] as? UInt,
      let reason = AVAudioSession.RouteChangeReason(rawValue: reasonValue)
    else { return }
    switch reason {
    case .newDeviceAvailable:
      headphonesConnected = hasHeadphones(in: session.currentRoute)
      say("new device, headphones \(headphonesConnected), main thread \(Thread.isMainThread)")
    case .oldDeviceUnavailable:
      if let previousRoute = userInfo[AVAudioSessionRouteChangePreviousRouteKey]
        as? AVAudioSessionRouteDescription
      {
        headphonesConnected = hasHeadphones(in: session.currentRoute)
        say("device gone, before \(hasHeadphones(in: previousRoute)), now \(headphonesConnected)")
      }
    default: say("route: \(reason)")
    }
  }

  private func hasHeadphones(in routeDescription: AVAudioSessionRouteDescription) -> Bool {
    !routeDescription.outputs.filter { $0.portType == .headphones }.isEmpty
  }
}
