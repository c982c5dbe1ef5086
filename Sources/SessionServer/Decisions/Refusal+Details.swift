import AudioSessionSchema
import AudioSessionArbitration
import AudioSessionTypes
import AudioSessionWire

extension AudioSessionWire.Refusal {
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
    by blocker: Blocker?,
    of event: Event?,
    unknownValue: MemberFault?,
    in arbiter: Arbiter
  ) {
    self.init(
      refused.error,
      rule: refused.reason.rule,
      cell: refused.reason.cell.map { arbiter.kindNames[$0] },
      by: blocker
    )
    switch refused.error {
    case .badParam where refused.reason.rule == .R4:
      fault = unknownValue ?? event.flatMap { arbiter.fault(of: $0) }
    case .missingEntitlement: claim = event.flatMap { arbiter.claim(of: $0) }
    default: break
    }
  }
}

extension Arbiter {
  /// Returns what is illegal in the configuration that the event requests.
  fileprivate func fault(of event: Event) -> MemberFault? {
    switch event {
    case .open(let opening): LegalityText.fault(opening.change, of: Configuration(), in: self)
    case .reopen(let reopening): fault(of: reopening.change, to: reopening.id)
    case .configure(let id, let change, _): fault(of: change, to: id)
    default: nil
    }
  }

  /// Returns the priority or role that the event claims and that requires a grant, whether the
  /// event sets it or the session already had it.
  fileprivate func claim(of event: Event) -> AudioSessionWire.Refusal.Claim? {
    switch event {
    case .open(let opening): claim(of: applying(opening.change, to: Configuration()))
    case .reopen(let reopening): claim(of: reopening.change, to: reopening.id)
    case .configure(let id, let change, _): claim(of: change, to: id)
    case .activate(let id, _, _, _): view(of: id).map { claim(of: $0.configuration) }
    default: nil
    }
  }

  private func fault(of change: ConfigurationChange, to id: SessionID) -> MemberFault? {
    view(of: id).flatMap { LegalityText.fault(change, of: $0.configuration, in: self) }
  }

  private func claim(
    of change: ConfigurationChange,
    to id: SessionID
  ) -> AudioSessionWire.Refusal.Claim? {
    view(of: id).map { claim(of: applying(change, to: $0.configuration)) }
  }

  private func claim(of configuration: Configuration) -> AudioSessionWire.Refusal.Claim {
    guard let role = configuration.role else { return .priority(configuration.priority) }
    let name = kindNames[role.kind]
    return kind(ofRole: name) == nil ? .removedRole(name) : .role(name)
  }
}
