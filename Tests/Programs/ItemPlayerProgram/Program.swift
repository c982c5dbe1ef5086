import AVFoundation

/// Says one line; it goes out at once.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}

final class Program {
  private let session = AVAudioSession.sharedInstance()
  private var player = AVPlayer() {
    didSet { followPlayer() }
  }
  /// Of the player, and of everything else.
  private var observers: [any NSObjectProtocol] = []
  private var otherObservers: [any NSObjectProtocol] = []
  private var timeObservers: [Any] = []
  private var sound: SystemSoundID = 0

  init() {
    observe(AVAudioSession.interruptionNotification) { [unowned self] in interrupted($0) }
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
    observe(AVAudioSession.mediaServicesWereResetNotification) { [unowned self] _ in
      say("reset, player \(player.status) \((player.error as NSError?)?.code ?? 0)")
    }
  }

  private func observe(_ name: Notification.Name, _ body: @escaping (Notification) -> Void) {
    otherObservers.append(
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { body($0) }
    )
  }

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

  private func interrupted(_ notification: Notification) {
    let info = notification.userInfo
    switch info?[AVAudioSessionInterruptionTypeKey] as? UInt {
    case AVAudioSession.InterruptionType.began.rawValue:
      say("began: rate \(player.rate), \(player.timeControlStatus)")
    default:
      let options = info?[AVAudioSessionInterruptionOptionKey] as? UInt ?? 0
      let mayResume = AVAudioSession.InterruptionOptions(rawValue: options).contains(.shouldResume)
      say("over: resume \(mayResume)")
      if mayResume { player.play() }
    }
  }

  func obey(_ command: String, _ argument: String) {
    switch command {
    case "category": setCategory(argument)
    case "item": player.replaceCurrentItem(with: AVPlayerItem(url: url(argument)))
    case "player": player = AVPlayer(url: url(argument))
    case "queue":
      player = AVQueuePlayer(
        items: argument.split(separator: ",").map { AVPlayerItem(url: url(String($0))) }
      )
    case "play": player.play()
    case "pause":
      player.pause()
      say("paused at \(words(player.currentTime()))")
    case "rate": player.rate = Float(argument) ?? 0
    case "volume": player.volume = Float(argument) ?? 1
    case "time":
      say("time \(words(player.currentTime())) of \(words(player.currentItem?.duration))")
    case "seek":
      player.seek(to: CMTime(seconds: Double(argument) ?? 0, preferredTimescale: 600)) { isDone in
        say("sought \(isDone)")
      }
    case "observe": observeTime(Double(argument) ?? 1)
    case "boundary":
      let times = argument.split(separator: ",").compactMap { Double($0) }
        .map { CMTime(seconds: $0, preferredTimescale: 600) }
      timeObservers.append(
        player.addBoundaryTimeObserver(forTimes: times, queue: nil) { [unowned self] in
          say("boundary \(words(player.currentTime()))")
        }
      )
    case "unobserve":
      for observer in timeObservers { player.removeTimeObserver(observer) }
      timeObservers = []
      say("unobserved")
    case "forget":
      player = AVPlayer()
      say("forgotten")
    default: obeySound(command, argument)
    }
  }

  private func observeTime(_ seconds: Double) {
    let interval = CMTime(seconds: seconds, preferredTimescale: 600)
    timeObservers.append(
      player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { time in
        say(String(format: "at %.3f", time.seconds))
      }
    )
  }

  private func setCategory(_ name: String) {
    do {
      try session.setCategory(name == "ambient" ? .ambient : .playAndRecord)
      say("set")
    } catch {
      say("\(error)")
    }
  }

  private func obeySound(_ command: String, _ argument: String) {
    switch command {
    case "sound":
      let status = AudioServicesCreateSystemSoundID(url(argument) as CFURL, &sound)
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
    case "activate", "deactivate":
      do {
        try session.setActive(command == "activate")
        say("\(command)d")
      } catch {
        say("\(error)")
      }
    default: say("\(command)?")
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
