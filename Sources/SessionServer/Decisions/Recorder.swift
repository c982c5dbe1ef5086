import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionWire

/// Records each numbered decision in the log, and sends it to the observers.
final class Recorder {
  /// The latest decisions.
  private(set) var log = DecisionLog()
  private let observers: Observers
  private let configuration: ConfigurationInForce

  init(_ observers: Observers, _ configuration: ConfigurationInForce) {
    self.observers = observers
    self.configuration = configuration
  }

  /// Records a decision.
  ///
  /// - Parameters:
  ///   - decision: The decision, without its changes.
  ///   - changed: The sessions that it changed.
  ///   - sessions: The sessions after the decision.
  func record(
    _ decision: LoggedDecision,
    changed: [SessionID],
    of sessions: borrowing Sessions
  ) {
    log.append(decision)
    for id in changed where log.hasRoomForChange() {
      if let change = sessions.change(of: id) { log.add(change) }
    }
    guard !observers.isEmpty else { return }
    let limit = configuration.settings.limits.unsentBytes
    observers.show(decision, changed: changed, of: sessions, limit: limit)
  }
}
