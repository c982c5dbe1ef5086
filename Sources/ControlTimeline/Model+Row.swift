import AudioSessionWire
import ControlCore

extension Model.Row {
  /// A decision in words, with the sessions before it and after it.
  init(
    _ decision: JSONValue,
    _ before: UntypedHistory,
    _ after: UntypedHistory,
    at moment: Int64,
    run: Int
  ) {
    let cause = decision["cause"] ?? [:]
    self.init(
      moment: moment,
      decision: decision.decisionNumber,
      what: cause.causeText(cause.sessionNumber.map(after.label)),
      effects: Model.Row.effects(of: decision, before, after),
      source: decision.sourcesText,
      isRefusal: cause["error"] != nil,
      sessions: Set(decision.touchedSessions.map { Model.Key(run: run, number: $0) })
    )
  }

  private static func effects(
    of decision: JSONValue,
    _ before: UntypedHistory,
    _ after: UntypedHistory
  ) -> [String] {
    let effects = decision.effects(before, after).map { effect in
      "\(effect.session.sessionLabel): \(effect.words)"
    }
    return effects + (decision.effectsLeftOut.map { [$0] } ?? [])
  }
}
