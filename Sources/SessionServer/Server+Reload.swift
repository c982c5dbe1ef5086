import Arbitration
import AudioSessionWire
import ConfigurationFile

/// A new configuration without a new daemon (R61).
extension Server {
  /// Puts the configuration into force as it is now, or keeps the old one and says why.
  func reload() {
    manager?.reloading()
    defer { manager?.ready(status: statusText) }
    let loaded = options.loadSettings()
    let field = Journal.Field("EPOCH", epoch.text)
    guard loaded.leftOut.isEmpty else {
      let faults = loaded.faults.map(\.description).joined(separator: "\n")
      journal.write(.policyRefused, "\(faults)\nthe configuration stays as it was", [field])
      return
    }
    for warning in loaded.warnings { journal.write(.configurationWarning, "\(warning)") }
    configuration = loaded
    for connection in connections.values {
      connection.grants = grants(of: connection)
      connection.splitter.lineBytes = settings.limits.lineBytes
      connection.outbox.coalesceBytes = settings.limits.coalesceBytes
      connection.outbox.unsentLimit = settings.limits.unsentBytes
    }
    decide(.reload(settings.policy), DecisionCause(.event(.policyReloaded)))
    resumeBacklogged()
    journal.write(.policyReloaded, "the configuration was read again", [field])
  }

  /// A limit on output may have risen above what connections have waiting.
  private func resumeBacklogged() {
    for connection in connections.values { touch(connection) }
  }
}
