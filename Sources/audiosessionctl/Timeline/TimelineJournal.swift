import AudioSessionWire

/// The decisions of a timeline that goes on, of which the earliest are forgotten in time.
struct TimelineJournal {
  /// The most that is kept, twice what the daemon's log holds.
  static let capacity = 2048

  private(set) var inputs: [TimelineInput] = []
  /// The sessions before the first input, once some were forgotten.
  private var base: [Int64: JSONValue]?
  /// All sessions as of a decision.
  private var known: [JSONValue]
  private var knownAsOf: Int64

  /// Begins with the log up to a decision, and all sessions as of it.
  init(_ inputs: [TimelineInput] = [], known: [JSONValue] = [], asOf number: Int64 = 0) {
    self.inputs = inputs
    self.known = known
    knownAsOf = number
  }

  mutating func append(_ input: TimelineInput) {
    inputs.append(input)
    if inputs.count <= TimelineJournal.capacity { return }
    let forgotten = inputs.prefix(TimelineJournal.capacity / 2)
    inputs.removeFirst(forgotten.count)
    var sessions = base ?? [:]
    for input in forgotten { apply(input, to: &sessions) }
    base = sessions
  }

  /// Goes on with the log of the daemon whose decisions are here, after its connection was lost.
  mutating func goOn(with log: TimelineJournal) {
    if case .stopped? = inputs.last { inputs.removeLast() }
    let last = inputs.lazy.compactMap(\.decisionNumber).last ?? 0
    for input in log.inputs where input.decisionNumber ?? 0 > last { append(input) }
  }

  private mutating func apply(_ input: TimelineInput, to sessions: inout [Int64: JSONValue]) {
    switch input {
    case .decision(let decision, _):
      if decision["seq"]?.integer ?? 0 > knownAsOf { applyKnown(to: &sessions) }
      for session in decision["changes"]?.array ?? [] {
        if let number = session.sessionNumber { sessions[number] = session }
      }
      for number in decision.numbers(in: "closed") { sessions[number] = nil }
    case .lagged(_, _, let all):
      known = []
      sessions = all.reduce(into: [:]) { $0[$1.sessionNumber ?? 0] = $1 }
    case .stopped: break
    case .restarted:
      known = []
      sessions = [:]
    }
  }

  private mutating func applyKnown(to sessions: inout [Int64: JSONValue]) {
    for session in known { sessions[session.sessionNumber ?? 0] = session }
    known = []
  }

  /// The timeline up to a moment.
  func model(at moment: Int64) -> TimelineModel {
    let before = base.map { Array($0.values) }
    var builder = TimelineBuilder(known: known, asOf: knownAsOf, before: before)
    for input in inputs { builder.take(input) }
    return builder.finish(at: moment)
  }
}
