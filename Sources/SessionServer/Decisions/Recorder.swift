import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionTypes
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

  /// The most changed sessions of one decision that anybody is shown.
  var changeLimit: Int {
    let limit = observers.isEmpty ? 0 : Observers.mostChanges(within: lineLimit)
    return max(DecisionLog.changeLimit, limit)
  }

  /// Records a decision; `names` are the names of all kinds.
  func record(_ decision: consuming LoggedDecision, _ names: KindNames) {
    if !observers.isEmpty { observers.show(decision, names, limit: lineLimit) }
    log.append(decision)
  }

  /// The maximum length of a line in bytes (`UnsentBytes`).
  private var lineLimit: Int { configuration.settings.limits.unsentBytes }
}
