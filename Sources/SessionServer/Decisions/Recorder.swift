import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile

/// What becomes of a decision that took a number: a place in the log, and a line to observers.
final class Recorder {
  /// The latest decisions.
  private(set) var log = DecisionLog()
  private let observers: Observers
  private let configuration: ConfigurationInForce

  init(_ observers: Observers, _ configuration: ConfigurationInForce) {
    self.observers = observers
    self.configuration = configuration
  }

  /// Records a decision, if it took a number.
  ///
  /// - Parameters:
  ///   - decision: The decision.
  ///   - cause: What led to it, unless time did.
  ///   - summary: Its effects.
  ///   - closed: The sessions that ended in it.
  ///   - sessions: The sessions as it left them.
  func record(
    _ decision: borrowing Decision,
    _ cause: DecisionCause,
    _ summary: DecisionSummary,
    closed: [SessionID],
    of sessions: borrowing Sessions
  ) {
    guard let seq = decision.seq else { return }
    var cause = decision.expiry.map { DecisionCause($0) } ?? cause
    if cause.session == nil { cause.session = summary.granted }
    cause.error = summary.refused?.error
    let logged = LoggedDecision(
      seq: seq,
      realtime: SystemClock.realtime,
      moment: .now,
      cause: cause,
      rules: decision.rules,
      cells: decision.cells,
      closed: closed
    )
    log.append(logged)
    for id in summary.changed where log.hasRoomForChange() {
      if let change = sessions.change(of: id) { log.add(change) }
    }
    guard !observers.isEmpty else { return }
    let limit = configuration.settings.limits.unsentBytes
    observers.show(logged, changed: summary.changed, of: sessions, limit: limit)
  }
}
