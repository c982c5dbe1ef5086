import AudioSessionWire

extension Method {
  /// Whether its answer grows with what there is: a user has one such a turn.
  var isLarge: Bool {
    switch self {
    case .sessionList, .eventsSubscribe, .policyExplain, .policySimulate, .serverLog, .discover:
      true
    default: false
    }
  }

  /// Whether carrying it out is more than an answer; one that isn't named here is taken to be.
  var changesSomething: Bool {
    switch self {
    case .sessionGet, .sessionList, .alertRequest, .policyGet, .policyExplain, .policySimulate,
      .serverStatus, .serverLog, .discover, .systemGet:
      false
    default: true
    }
  }
}
