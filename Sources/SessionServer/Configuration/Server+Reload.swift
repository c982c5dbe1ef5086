import Arbitration
import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile
import EventLoop

/// A new configuration without a new daemon (R61).
extension Server {
  /// Begins to read the configuration again; when it has been read, it holds, or the old one stays.
  ///
  /// Who asks while it is being read may mean a file that was read already: then it is read once
  /// more afterwards, however many asked.
  func reload() {
    manager?.reloading()
    if reading == nil { startReading() } else { isReadingDue = true }
  }

  private func startReading() {
    do {
      let reading = try ConfigurationReading(options)
      try poller.register(reading.number, for: .reading, token: Token.configuration.bits)
      self.reading = reading
    } catch {
      journal.write(.failed, "the configuration can't be read again and stays as it was: \(error)")
      manager?.ready(status: statusText)
    }
  }

  /// A reading has come to its end.
  func finishReading() {
    guard let reading, let loaded = reading.take() else { return }
    // It is watched, so this can't fail; and what the kernel forgets with the close is the same.
    try? poller.remove(reading.number)
    self.reading = nil
    take(loaded)
    if isReadingDue {
      isReadingDue = false
      startReading()
    } else {
      manager?.ready(status: statusText)
    }
  }

  /// Puts a configuration into force, or keeps the old one and says why.
  private func take(_ loaded: LoadedSettings) {
    let field = Journal.Field("EPOCH", epoch.text)
    configurationFaults = loaded.faults
    guard loaded.leftOut.isEmpty else {
      let faults = loaded.faults.map(\.description).joined(separator: "\n")
      journal.write(.policyRefused, "\(faults)\nthe configuration stays as it was", [field])
      return
    }
    for warning in loaded.warnings { journal.write(.configurationWarning, "\(warning)") }
    let changes = loaded.changes(since: configuration)
    configuration = loaded
    configurationTime = SystemClock.realtime
    for connection in connections.values {
      let mayEnforceAll = connection.grants.holds(.enforcement)
      connection.grants = grants(of: connection)
      if mayEnforceAll, !connection.grants.holds(.enforcement) {
        // It begins anew with its own user's sessions, and nobody waits for it over others'.
        release(gate.restart(connection.id))
      }
      connection.splitter.lineBytes = settings.limits.lineBytes
      connection.outbox.coalesceBytes = settings.limits.coalesceBytes
      connection.outbox.unsentLimit = settings.limits.unsentBytes
    }
    decide(.reload(settings.policy), DecisionCause(.event(.policyReloaded)))
    // What an enforcer is told of may be another list now, though nobody's gain has changed.
    sendEnforcement()
    resumeBacklogged()
    let told = changes.isEmpty ? "nothing is different" : changes.joined(separator: "; ")
    journal.write(.policyReloaded, "the configuration was read again: \(told)", [field])
  }

  /// A limit on output may have risen above what connections have waiting.
  private func resumeBacklogged() {
    for connection in connections.values { touch(connection) }
  }
}
