import Arbitration
import AudioSessionTypes
import AudioSessionWire

extension AudioSessionWire.Refusal {
  /// A refusal of `event`, with what its sentence needs beside the error and the rule.
  ///
  /// - Parameters:
  ///   - refused: The error, what it rests on, and who is in the way.
  ///   - event: What was refused.
  ///   - unknownValue: What the request named that doesn't exist; the core has no words for it.
  ///   - arbiter: As the refusal left it.
  ///   - blocker: What may be told of who is in the way.
  init(
    _ refused: Survey.Refused,
    of event: Event?,
    unknownValue: ParameterFault?,
    in arbiter: Arbiter,
    _ blocker: (SessionID) -> Blocker?
  ) {
    self.init(
      refused.error,
      rule: refused.reason.rule,
      cell: refused.reason.cell,
      by: refused.by.flatMap(blocker)
    )
    switch refused.error {
    case .badParam where refused.reason.rule == .R4:
      fault = unknownValue ?? event.flatMap { arbiter.fault(of: $0) }
    case .missingEntitlement: grant = event.flatMap { arbiter.priority(claimedBy: $0) }?.grant
    default: break
    }
  }
}

extension Arbiter {
  /// What isn't legal about the configuration that the event asks for.
  fileprivate func fault(of event: Event) -> ParameterFault? {
    switch event {
    case .open(_, _, let change, _, _, _): LegalityText.fault(change, of: Configuration())
    case .configure(let id, let change, _), .reopen(let id, _, let change, _, _):
      view(of: id).flatMap { LegalityText.fault(change, of: $0.configuration) }
    default: nil
    }
  }

  /// The priority that the event sets, or that its session has.
  fileprivate func priority(claimedBy event: Event) -> Priority? {
    switch event {
    case .open(_, _, let change, _, _, _): change.priority
    case .configure(let id, let change, _), .reopen(let id, _, let change, _, _):
      change.priority ?? view(of: id)?.configuration.priority
    case .activate(let id, _, _, _): view(of: id)?.configuration.priority
    default: nil
    }
  }
}

extension Priority {
  /// The grant that the priority takes; nil if everybody may have it.
  fileprivate var grant: Grant? { Grant(rawValue: rawValue) }
}
