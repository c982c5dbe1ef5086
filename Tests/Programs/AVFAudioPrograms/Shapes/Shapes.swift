import AVFoundation

/// Programs in the shape of ten public ones for iOS, by the names of those.
///
/// The code is our own; what each shares with its namesake is how it calls the session.
let shapes: [String: () throws -> any Program] = [
  "SwiftAudioEx": QueuePlayer.init,
  "TrackPlayer": TrackPlayer.init,
  "Pocket Casts": EpisodePlayer.init,
  "audiobookshelf": ShelfPlayer.init,
  "BookPlayer": ChapterPlayer.init,
  "Home Assistant": AssistRecorder.init,
  "Linphone": Telephone.init,
  "Element X": VoiceMessages.init,
  "Stream Video": VideoCall.init,
  "LiveKit": Room.init,
]

/// A program with the commands that all of these obey.
protocol Shape: Program {
  /// What it does when it is launched, whether or not there is a daemon.
  func configure() throws
  func start() throws
  func pause() throws
  func stop() throws
}

extension Shape {
  func obey(_ command: String) throws {
    switch command {
    case "configure":
      try configure()
      say("set to \(AVAudioSession.sharedInstance().setting)")
    case "start": try start()
    case "pause": try pause()
    case "stop": try stop()
    default: say("\(command)?")
    }
  }
}

extension AVAudioSession {
  /// Category, mode and options as they read.
  var setting: String {
    let words = [
      (category.rawValue, "AVAudioSessionCategory"), (mode.rawValue, "AVAudioSessionMode"),
    ]
    let names = words.map { $0.0.replacingOccurrences(of: $0.1, with: "") }
    return "\(names.joined(separator: " ")) \(categoryOptions.rawValue)"
  }
}

/// Why something failed, in a word.
func why(_ error: any Error) -> String {
  switch AVAudioSession.ErrorCode(rawValue: (error as NSError).code) {
  case .insufficientPriority: "refused"
  case .mediaServicesFailed: "failed"
  default: describe(error)
  }
}

/// Starts again what was refused, when the session recommends it.
///
/// The notification is of iOS 27: none of the ten observes it yet, and so they share this.
final class SecondTry {
  private var start: (() -> Void)?
  private var observer: (any NSObjectProtocol)?

  init() {
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.resumptionRecommendationNotification,
      object: nil,
      queue: .main
    ) { [weak self] notification in
      let context = notification.userInfo?[AVAudioSession.resumptionContextKey]
      guard let context = context as? AVAudioSession.ResumptionContext else { return }
      let start = self?.start
      self?.start = nil
      if context.recommendation == .shouldResume { start?() }
    }
  }

  /// Says why it failed; if others were in the way, it is tried again.
  func wait(after error: any Error, _ start: @escaping () -> Void) {
    say(why(error))
    let code = AVAudioSession.ErrorCode(rawValue: (error as NSError).code)
    if code == .insufficientPriority { self.start = start }
  }

  /// It runs, or isn't wanted any more.
  func cancel() { start = nil }
}
