import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import ControlCore

extension Model.Row {
  /// A decision in words, with the sessions before it and after it.
  init(_ entry: LogEntry, _ before: History, _ after: History, at moment: Int64, run: Int) {
    let decision = entry.decision
    let cause = decision.cause
    let effects = decision.effects(before, after).map { effect in
      "\(effect.session.sessionLabel): \(effect.words)"
    }
    self.init(
      moment: moment,
      decision: entry.number,
      what: cause.causeText(cause.session.map(after.label)),
      effects: effects + [entry.effectsLeftOut].compactMap { $0 },
      source: decision.sourcesText,
      isRefusal: cause.error != nil,
      sessions: Set(decision.touchedSessions.map { Model.Key(run: run, number: $0) })
    )
  }
}
