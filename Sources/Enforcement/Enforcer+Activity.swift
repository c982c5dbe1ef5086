/// Following what programs do, as far as rules ask.
extension Enforcer {
  /// What the program of a stream has done until now.
  func activity(
    of stream: StreamDescription,
    _ application: Application?,
    at now: Duration
  ) -> ProgramActivity {
    var activity = ProgramActivity()
    activity.player = player(of: stream)?.identity
    guard let application else { return activity }
    activity.isCapturing = streams.isCapturing(application)
    history.describe(application, in: &activity, at: now)
    return activity
  }

  /// Follows an application one of whose streams has begun or ceased to run or to be heard.
  mutating func followActivity(of application: Application, at now: Duration) {
    let isCapturing = streams.isCapturing(application)
    if streams.isHeard(application) {
      let isPlaying = isPlayerPlaying(application)
      history.hear(application, isCapturing: isCapturing, isPlayerPlaying: isPlaying, at: now)
    } else {
      let isHeld = programs.values.contains { $0.key.application == application && $0.isHeld }
      history.missSound(of: application, isCapturing: isCapturing, isHeld: isHeld, at: now)
    }
  }

  /// Takes note of players that play.
  mutating func followPlayers() {
    for application in history.heard where isPlayerPlaying(application) {
      history.notePlaying(application)
    }
  }

  private func isPlayerPlaying(_ application: Application) -> Bool {
    streams.of(application).contains {
      $0.description.direction == .output && player(of: $0.description)?.status == .playing
    }
  }
}
