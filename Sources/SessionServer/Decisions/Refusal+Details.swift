import Arbitration
import AudioSessionTypes
import AudioSessionWire

extension AudioSessionWire.Refusal {
  /// A refusal of `event`, with what its sentence needs beside the error and the rule.
  ///
  /// - Parameters:
  ///   - refused: The error and what it rests on.
  ///   - blocker: The session in the way, as it may be shown.
  ///   - event: What was refused.
  ///   - unknownValue: What the request named that doesn't exist; the core has no words for it.
  ///   - arbiter: As the refusal left it.
  init(
    _ refused: DecisionSummary.Refused,
    by blocker: Blocker?,
    of event: Event?,
    unknownValue: ParameterFault?,
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
  /// What isn't legal about the configuration that the event asks for.
  fileprivate func fault(of event: Event) -> ParameterFault? {
    switch event {
    case .open(let opening): LegalityText.fault(opening.change, of: Configuration(), in: self)
    case .reopen(let reopening): fault(of: reopening.change, to: reopening.id)
    case .configure(let id, let change, _): fault(of: change, to: id)
    default: nil
    }
  }

  /// What the event claims that takes a grant: a priority or a role, set by it or had before.
  fileprivate func claim(of event: Event) -> AudioSessionWire.Refusal.Claim? {
    switch event {
    case .open(let opening): claim(of: applying(opening.change, to: Configuration()))
    case .reopen(let reopening): claim(of: reopening.change, to: reopening.id)
    case .configure(let id, let change, _): claim(of: change, to: id)
    case .activate(let id, _, _, _): view(of: id).map { claim(of: $0.configuration) }
    default: nil
    }
  }

  private func fault(of change: ConfigurationChange, to id: SessionID) -> ParameterFault? {
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
