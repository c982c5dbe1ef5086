import AVFoundation

/// A player of items, and system sounds, that do what they are told.
final class ItemConsole: SoundConsole {
  private var player = AVPlayer() {
    didSet { followPlayer() }
  }
  private var observers: [any NSObjectProtocol] = []
  private var timeObservers: [Any] = []
  private var sound: SystemSoundID = 0

  override init() {
    super.init()
    observe(AVPlayer.rateDidChangeNotification) { [unowned self] in
      let reason = $0.userInfo?[AVPlayer.rateDidChangeReasonKey] as? AVPlayer.RateDidChangeReason
      let text = reason?.rawValue.dropFirst("AVPlayerRateDidChangeReason".count) ?? "?"
      say("rate \(player.rate) \(text)")
    }
    observe(AVPlayerItem.Linux.statusDidChangeNotification) {
      guard let item = $0.object as? AVPlayerItem else { return }
      let error = (item.error as NSError?).map { " \($0.domain) \($0.code)" } ?? ""
      say("item \(item.status)\(error)")
    }
    observe(.AVPlayerItemDidPlayToEndTime) { [unowned self] in
      let item = $0.object as? AVPlayerItem
      say("ended \(words(item?.currentTime())), current \(item === player.currentItem)")
    }
    observe(.AVPlayerItemFailedToPlayToEndTime) {
      let error = $0.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
      say("failed \(error?.domain ?? "?") \(error?.code ?? 0)")
    }
  }

  override var isRunning: Bool { player.timeControlStatus != .paused }
  override var stateAfterReset: String {
    "player \(player.status) \((player.error as NSError?)?.code ?? 0)"
  }
  override func start() { player.play() }
  override func pause() { player.pause() }

  private func followPlayer() {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    observers = []
    observers.append(
      NotificationCenter.default.addObserver(
        forName: AVPlayer.Linux.timeControlStatusDidChangeNotification,
        object: player,
        queue: .main
      ) { [unowned self] _ in showStatus() }
    )
  }

  private func showStatus() {
    let reason = player.reasonForWaitingToPlay?.rawValue.dropFirst("AVPlayerWaiting".count)
    say("control \(player.timeControlStatus)" + (reason.map { " \($0)" } ?? ""))
  }

  override func obey(_ words: [String]) throws {
    let argument = words.count > 1 ? words[1] : ""
    switch words.first {
    case "item": player.replaceCurrentItem(with: AVPlayerItem(url: url(argument)))
    case "open": player = AVPlayer(url: url(argument))
    case "queue":
      player = AVQueuePlayer(
        items: argument.split(separator: ",").map { AVPlayerItem(url: url(String($0))) }
      )
    case "rate": player.rate = Float(argument) ?? 0
    case "volume": player.volume = Float(argument) ?? 1
    case "where": say(String(format: "at %.3f", player.currentTime().seconds))
    case "length": say("length \(self.words(player.currentItem?.duration))")
    case "seek":
      player.seek(to: CMTime(seconds: Double(argument) ?? 0, preferredTimescale: 600)) { isDone in
        say("sought \(isDone)")
      }
    case "observe": observeTime(Double(argument) ?? 1)
    case "boundary": observeTimes(argument)
    case "unobserve":
      for observer in timeObservers { player.removeTimeObserver(observer) }
      timeObservers = []
      say("unobserved")
    case "forget":
      player = AVPlayer()
      say("forgotten")
    default: try obeySound(words)
    }
  }

  private func observeTimes(_ list: String) {
    let times = list.split(separator: ",").compactMap { Double($0) }
      .map { CMTime(seconds: $0, preferredTimescale: 600) }
    timeObservers.append(
      player.addBoundaryTimeObserver(forTimes: times, queue: nil) { [unowned self] in
        say("boundary \(words(player.currentTime()))")
      }
    )
  }

  private func observeTime(_ seconds: Double) {
    let interval = CMTime(seconds: seconds, preferredTimescale: 600)
    timeObservers.append(
      player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { time in
        say(String(format: "at %.3f", time.seconds))
      }
    )
  }

  private func obeySound(_ words: [String]) throws {
    switch words.first {
    case "sound":
      let status = AudioServicesCreateSystemSoundID(url(words[1]) as CFURL, &sound)
      say("sound \(status)")
    case "ping":
      AudioServicesPlaySystemSoundWithCompletion(sound) { say("pinged") }
    case "alert":
      AudioServicesPlayAlertSoundWithCompletion(sound) { say("alerted") }
    case "vibrate":
      AudioServicesPlaySystemSoundWithCompletion(kSystemSoundID_Vibrate) { say("vibrated") }
    case "routine":
      let status = AudioServicesAddSystemSoundCompletion(
        sound,
        nil,
        nil,
        { id, _ in
          say("routine \(Thread.isMainThread)")
          AudioServicesRemoveSystemSoundCompletion(id)
        },
        nil
      )
      say("added \(status)")
    case "dispose":
      say("disposed \(AudioServicesDisposeSystemSoundID(sound))")
    default: try super.obey(words)
    }
  }

  private func url(_ argument: String) -> URL {
    argument.contains("://")
      ? URL(string: argument) ?? URL(fileURLWithPath: "/")
      : URL(fileURLWithPath: argument)
  }

  private func words(_ time: CMTime?) -> String {
    time.map { $0.isNumeric ? String(format: "%.2f", $0.seconds) : "\($0.seconds)" } ?? "none"
  }
}
