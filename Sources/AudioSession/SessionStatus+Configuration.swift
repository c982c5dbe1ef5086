import AudioSessionTypes

extension SessionStatus {
  /// The status after a reset: that of a new session, with the present configuration, in the
  /// foreground or not, and with what its program wants of mutes and of an input.
  var afterReset: SessionStatus {
    var status = SessionStatus()
    status.category = category
    status.mode = mode
    status.options = options
    status.routeSharingPolicy = routeSharingPolicy
    status.priority = priority
    status.alertStyle = alertStyle
    status.preferences = preferences
    status.role = role
    status.kind = kind
    status.isInForeground = isInForeground
    (status.isInputMuted, status.isOutputMuted) = (isInputMuted, isOutputMuted)
    status.preferredInput = preferredInput
    return status
  }

  /// A configuration that gives another session the same settings.
  var configuration: Configuration {
    Configuration(
      category: category,
      mode: mode,
      options: options,
      routeSharingPolicy: routeSharingPolicy,
      // With a role, `priority` is the role's, and none may be set.
      priority: role == nil ? priority : .normal,
      alertStyle: alertStyle,
      preferences: preferences,
      role: role.map(Role.named)
    )
  }

  /// Takes over a configuration that the daemon will be asked for once there is one.
  ///
  /// - Returns: Why it can't be in force (R4); the status is then unchanged. Nil if it can, as far as
  ///   that is known without the daemon.
  mutating func keep(_ wish: Configuration) -> Refusal? {
    var kept = self
    if let category = wish.category {
      kept.category = category
      kept.mode = .default
      kept.options = []
      kept.routeSharingPolicy = .default
    }
    kept.mode = wish.mode ?? kept.mode
    kept.options = wish.options ?? kept.options
    kept.routeSharingPolicy = wish.routeSharingPolicy ?? kept.routeSharingPolicy
    kept.priority = wish.priority ?? kept.priority
    kept.alertStyle = wish.alertStyle ?? kept.alertStyle
    kept.preferences = wish.preferences ?? kept.preferences
    switch wish.role {
    case .named(let name)?: kept.role = name
    case .noRole?:
      // It was the role's.
      if kept.role != nil { kept.priority = wish.priority ?? .normal }
      kept.role = nil
    case nil: break
    }
    let (category, mode) = (kept.category, kept.mode)
    guard Legality.allows(category, mode, kept.options, kept.routeSharingPolicy) else {
      return .illegal("The combination of category, mode, options and policy isn't legal.")
    }
    kept.options = Legality.inForce(category, mode, kept.options)
    self = kept
    return nil
  }
}

extension Refusal {
  /// The refusal of a configuration that isn't legal (R4), as the daemon would say it.
  static func illegal(_ sentence: String) -> Refusal {
    let error = ArbitrationError.badParam
    return Refusal(code: Int(error.code), name: error.rawValue, rule: "R4", message: sentence)
  }
}

extension Configuration {
  /// The refusal of options that have no name in the protocol, and so can't be requested (R4).
  var fault: AudioSessionError? {
    guard hasUnknownOption else { return nil }
    return .refused(
      .illegal("The options contain unknown bits; expected those of CategoryOptions.")
    )
  }
}
