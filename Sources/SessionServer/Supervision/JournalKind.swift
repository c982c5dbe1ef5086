/// The kind of a journal message; each kind has an id by which it is found and explained.
package enum JournalKind: CaseIterable, Sendable {
  case started, stopping, reset
  case policyReloaded, policyRefused, configurationLeftOut, configurationWarning
  case clientCutOff, quotaReached, listenerPaused
  case interrupted, refused
  case failed

  /// The `MESSAGE_ID`, whose meaning never changes.
  package var id: String {
    switch self {
    case .started: "78bc3f7da6024bd18fc89bd20e331c37"
    case .stopping: "2fffbfe829084524912b4dac99d3f173"
    case .reset: "49839998d90e467daae2de6953bcc128"
    case .policyReloaded: "584d9a9f90994a98ba1ee04cdc830d1e"
    case .policyRefused: "cb14f36491924e2083565b3c3f609062"
    case .configurationLeftOut: "e448df1d6a0142ea8b059a3d2012715b"
    case .configurationWarning: "f3ad9022a8ef41189ffbc0641291baaf"
    case .clientCutOff: "7294c19810e84775a6bed6fca09b5eeb"
    case .quotaReached: "7617ba65b83b43cf869b6807caa7d75d"
    case .listenerPaused: "e543464a64ee4e2881dde30542a9ba57"
    case .interrupted: "f2292dc57f9c46abac244d4b7af6389b"
    case .refused: "18e71611d068437d9dcc1b1a5ab8aae9"
    case .failed: "e4e252fb0f2d424fbbf87047d385ae3f"
    }
  }

  /// The priority as in syslog(3): 3 error, 4 warning, 5 notice, 6 information, 7 debug.
  ///
  /// Ordinary arbitration decisions are never above debug.
  package var priority: Int {
    switch self {
    case .policyRefused, .configurationLeftOut, .listenerPaused, .failed: 3
    case .configurationWarning, .clientCutOff, .quotaReached: 4
    case .reset: 5
    case .started, .stopping, .policyReloaded: 6
    case .interrupted, .refused: 7
    }
  }
}
