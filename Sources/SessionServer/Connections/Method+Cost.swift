import AudioSessionWire

extension Method {
  /// Whether its reply may grow with the daemon's state; a user gets one such reply a turn.
  ///
  /// Assumed of every method that isn't listed.
  var isLarge: Bool {
    switch self {
    case .hello, .sessionOpen, .sessionConfigure, .sessionActivate, .sessionDeactivate,
      .sessionReport, .sessionRenew, .sessionClose, .sessionGet, .alertRequest, .policyGet,
      .policySetDuckGain, .serverStatus, .systemGet, .systemSetRoute, .systemSetMicrophoneMuted,
      .systemSetSleeping,
      .systemSetSilenced, .systemSetProcessSuspended, .systemSetSessionMuted, .sessionEvict,
      .enforcementApplied:
      false
    default: true
    }
  }

  /// Whether its reply is the list of all sessions.
  var listsSessions: Bool { self == .sessionList || self == .eventsSubscribe }

  /// Whether it does more than produce a reply; assumed of every method that isn't listed.
  var changesSomething: Bool {
    switch self {
    case .sessionGet, .sessionList, .alertRequest, .policyGet, .policyExplain, .policySimulate,
      .serverStatus, .serverLog, .discover, .systemGet:
      false
    default: true
    }
  }
}
