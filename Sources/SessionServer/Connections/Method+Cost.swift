import AudioSessionWire

extension Method {
  /// Whether its answer grows with what there is: a user has one such a turn.
  var isLarge: Bool {
    switch self {
    case .sessionList, .eventsSubscribe, .policyExplain, .policySimulate, .serverLog, .discover:
      true
    case .hello, .sessionOpen, .sessionConfigure, .sessionActivate, .sessionDeactivate,
      .sessionReport, .sessionRenew, .sessionClose, .sessionGet, .alertRequest, .policyGet,
      .serverStatus, .systemGet, .systemSetRoute, .systemSetMicrophoneMuted, .systemSetSleeping,
      .systemSetSilenced, .systemSetProcessSuspended, .sessionEvict, .enforcementAttach,
      .enforcementApplied:
      false
    }
  }

  /// Whether carrying it out is more than an answer.
  var changesSomething: Bool {
    switch self {
    case .sessionGet, .sessionList, .alertRequest, .policyGet, .policyExplain, .policySimulate,
      .serverStatus, .serverLog, .discover, .systemGet:
      false
    case .hello, .sessionOpen, .sessionConfigure, .sessionActivate, .sessionDeactivate,
      .sessionReport, .sessionRenew, .sessionClose, .eventsSubscribe, .systemSetRoute,
      .systemSetMicrophoneMuted, .systemSetSleeping, .systemSetSilenced,
      .systemSetProcessSuspended, .sessionEvict, .enforcementAttach, .enforcementApplied:
      true
    }
  }
}
