import AudioSessionArbitration
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire

extension RPCRefusal {
  /// Creates the refusal of `event`, with the details that its message needs besides the error and
  /// the rule.
  ///
  /// - Parameters:
  ///   - refused: The error and its reason.
  ///   - blocker: The blocking session, as the requester may see it.
  ///   - event: The refused event.
  ///   - unknownValue: The value in the request that doesn't exist, which the core can't represent.
  ///   - arbiter: The arbiter after the refusal.
  init(
    _ refused: DecisionSummary.Refused,
    by blocker: BlockerObject?,
    of event: Event?,
    _ unknownValue: MemberFault?,
    in arbiter: Arbiter
  ) {
    self.init(
      refused.error,
      rule: refused.reason.rule,
      cell: refused.reason.cell.map { arbiter.kindNames[$0] },
      by: blocker
    )
    switch refused.error {
    case .badParam:
      guard refused.reason.rule == .R4 else { break }
      fault = unknownValue ?? event.flatMap { arbiter.fault(of: $0) }
    case .missingEntitlement: claim = event.flatMap { arbiter.claim(of: $0) }
    case .mediaServicesFailed, .isBusy, .incompatibleCategory, .cannotInterruptOthers,
      .siriIsRecording, .cannotStartPlaying, .cannotStartRecording, .insufficientPriority,
      .resourceNotAvailable, .sessionNotActive, .expiredSession, .unspecified:
      break
    }
  }
}

extension Arbiter {
  /// Returns what is illegal in the configuration that the event requests.
  fileprivate func fault(of event: Event) -> MemberFault? {
    guard let (configuration, change) = change(by: event) else { return nil }
    return LegalityText.fault(change, of: configuration, in: self)
  }

  /// Returns the priority or role that the event claims and that requires a grant, whether the
  /// event sets it or the session already had it.
  fileprivate func claim(of event: Event) -> RPCRefusal.Claim? {
    guard let (configuration, change) = change(by: event) else { return nil }
    return claim(of: applying(change, to: configuration))
  }

  /// Returns the change that the event requests, and the configuration that it applies to; nil if
  /// the event is about no configuration.
  private func change(
    by event: Event
  ) -> (configuration: Configuration, change: ConfigurationChange)? {
    guard let (id, change) = event.change else { return nil }
    return (view(of: id)?.configuration ?? Configuration(), change)
  }

  private func claim(of configuration: Configuration) -> RPCRefusal.Claim {
    guard let role = configuration.role else { return .priority(configuration.priority) }
    let name = kindNames[role.kind]
    return kind(ofRole: name) == nil ? .removedRole(name) : .role(name)
  }
}
