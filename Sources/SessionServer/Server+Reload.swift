import Arbitration
import AudioSessionWire
import ConfigurationFile

/// A new configuration without a new daemon (R61).
extension Server {
  /// Puts the configuration into force as it is now, or keeps the old one and says why.
  func reload() {
    let loaded: LoadedSettings
    do {
      loaded = try options.loadSettings()
    } catch {
      StandardError.write("\(error)\nthe configuration stays as it was")
      return
    }
    for warning in loaded.warnings { StandardError.write("\(warning)") }
    settings = loaded.settings
    for connection in connections.values {
      connection.grants = grants(of: connection.peer)
      connection.outbox.coalesceBytes = settings.limits.coalesceBytes
      connection.outbox.unsentLimit = settings.limits.unsentBytes
    }
    decide(.reload(settings.policy), DecisionCause(.event(.policyReloaded)))
    resumeBacklogged()
    StandardError.write("the configuration was read again")
  }

  /// What a peer may do, by the configuration in force.
  func grants(of peer: PeerIdentity) -> PeerGrants {
    settings.grants.grants(of: peer, byUserUnit: options.instanceUser != nil)
  }

  /// A limit on output may have risen above what connections have waiting.
  private func resumeBacklogged() {
    for connection in connections.values { touch(connection) }
  }
}
