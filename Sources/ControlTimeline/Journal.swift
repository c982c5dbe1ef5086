import AudioSessionJSON
import AudioSessionWire
import ControlCore

/// The decisions of a timeline that goes on, of which the earliest are forgotten in time.
struct Journal {
  /// The most that is kept, twice what the daemon's log holds.
  static let capacity = 2048

  private(set) var inputs: [Input] = []
  /// The sessions before the first input, once some were forgotten.
  private var base: History?
  /// All sessions as of a decision.
  private var known: [SessionObject]
  private var knownAsOf: UInt64

  /// Begins with the log up to a decision, and all sessions as of it.
  init(_ inputs: [Input] = [], known: [SessionObject] = [], asOf number: UInt64 = 0) {
    self.inputs = inputs
    self.known = known
    knownAsOf = number
  }

  mutating func append(_ input: Input) {
    inputs.append(input)
    if inputs.count <= Journal.capacity { return }
    let forgotten = inputs.prefix(Journal.capacity / 2)
    inputs.removeFirst(forgotten.count)
    var history = base ?? History()
    for input in forgotten { apply(input, to: &history) }
    base = history
  }

  /// Goes on with the log of the daemon whose decisions are here, after its connection was lost.
  mutating func goOn(with log: Journal) {
    if case .stopped? = inputs.last { inputs.removeLast() }
    let last = inputs.lazy.compactMap { $0.decisionNumber }.last ?? 0
    for input in log.inputs where input.decisionNumber ?? 0 > last { append(input) }
  }

  private mutating func apply(_ input: Input, to history: inout History) {
    switch input {
    case .decision(let entry, _, _):
      if entry.seq > knownAsOf {
        for session in known { history.remember(session) }
        known = []
      }
      history.apply(entry.decision)
    case .lagged(_, _, let all):
      known = []
      history.replace(by: all)
    case .stopped: break
    case .restarted:
      known = []
      history = History()
    }
  }

  /// The timeline up to a moment.
  func model(at moment: Int64) -> Model {
    var builder = Builder(known: known, asOf: knownAsOf, before: base?.all)
    for input in inputs { builder.take(input) }
    return builder.finish(at: moment)
  }
}
