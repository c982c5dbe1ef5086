import AVFoundation
import MediaPlayer

/// A player with handlers in the form of the two articles, on interruptions and on changes of route.
final class DocumentedPlayer: NSObject, AVAudioPlayerDelegate {
  private let session = AVAudioSession.sharedInstance()
  private let player: AVAudioPlayer
  private var observers: [any NSObjectProtocol] = []
  private var headphonesConnected = false

  init(_ url: URL) throws {
    player = try AVAudioPlayer(contentsOf: url)
    super.init()
    player.delegate = self
    setupNotifications()
    setupCommands()
    try session.setCategory(.playback, mode: .default)
    try session.setActive(true)
    headphonesConnected = hasHeadphones(in: session.currentRoute)
    player.play()
  }

  private func setupNotifications() {
    let center = NotificationCenter.default
    observers = [
      center.addObserver(
        forName: AVAudioSession.interruptionNotification,
        object: session,
        queue: .main
      ) { [weak self] in self?.handleInterruption(notification: $0) },
      center.addObserver(
        forName: AVAudioSession.routeChangeNotification,
        object: nil,
        queue: .main
      ) { [weak self] in self?.handleRouteChange(notification: $0) },
    ]
  }

  private func setupCommands() {
    let center = MPRemoteCommandCenter.shared()
    center.playCommand.addTarget { [unowned self] _ in
      player.play() ? .success : .commandFailed
    }
    center.pauseCommand.addTarget { [unowned self] _ in
      player.pause()
      return .success
    }
    MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "A tone"]
  }

  private func handleInterruption(notification: Notification) {
    guard let userInfo = notification.userInfo,
      let typeValue = userInfo[AVAudioSessionInterruptionTypeKey] as? UInt,
      let type = AVAudioSession.InterruptionType(rawValue: typeValue)
    else { return }
    switch type {
    case .began: print(player.isPlaying ? "plays on" : "paused")
    case .ended:
      guard let optionsValue = userInfo[AVAudioSessionInterruptionOptionKey] as? UInt else {
        return
      }
      let options = AVAudioSession.InterruptionOptions(rawValue: optionsValue)
      if options.contains(.shouldResume) { player.play() }
    @unknown default: break
    }
  }

  private func handleRouteChange(notification: Notification) {
    guard let userInfo = notification.userInfo,
      let reasonValue = userInfo[AVAudioSessionRouteChangeReasonKey] as? UInt,
      let reason = AVAudioSession.RouteChangeReason(rawValue: reasonValue)
    else { return }
    switch reason {
    case .newDeviceAvailable: headphonesConnected = hasHeadphones(in: session.currentRoute)
    case .oldDeviceUnavailable:
      if let previousRoute = userInfo[AVAudioSessionRouteChangePreviousRouteKey]
        as? AVAudioSessionRouteDescription, hasHeadphones(in: previousRoute)
      {
        headphonesConnected = false
        player.pause()
      }
    default: break
    }
  }

  private func hasHeadphones(in routeDescription: AVAudioSessionRouteDescription) -> Bool {
    !routeDescription.outputs.filter { $0.portType == .headphones }.isEmpty
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
    try? session.setActive(false, options: .notifyOthersOnDeactivation)
  }
}
