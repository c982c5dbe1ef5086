import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// A session, and what is known about it beside its present state.
struct TopRow: Sendable {
  private(set) var session: SessionObject
  /// The moment at which its state or gain last changed, in microseconds since 1970; nil if unknown.
  private(set) var since: Int64?
  /// The name of the error with which its last activation was refused; nil if it wasn't.
  private(set) var refusal: String?
  /// The daemon's latest explanation of this condition.
  private(set) var explanation: ExplanationResult?
  /// The decision after which the explanation was requested; nil if the session changed since.
  private(set) var explained: UInt64?

  /// Its name and its condition; kept, since tables are sorted by them many times a second.
  private(set) var name: String
  private(set) var zone: String?
  private(set) var condition: Condition

  init(_ session: SessionObject, since: Int64?) {
    self.session = session
    self.since = since
    name = session.sessionName ?? "-"
    zone = session.zoneName
    condition = Condition(session, isRefused: false)
  }

  /// Takes the session's new state.
  mutating func update(_ newer: SessionObject, at moment: Int64) {
    let isAsLoud = newer.state == session.state && newer.gain == session.gain
    let isAsBusy = newer.playing == session.playing && newer.recording == session.recording
    let hasSameBlockers =
      newer.interruptedBy == session.interruptedBy && newer.duckedBy == session.duckedBy
    if !isAsLoud || !isAsBusy { since = moment }
    if !isAsLoud || !hasSameBlockers { explanation = nil }
    if newer.activation != session.activation { refusal = nil }
    session = newer
    explained = nil
    name = newer.sessionName ?? "-"
    condition = Condition(newer, isRefused: refusal != nil)
  }

  /// Notes that its activation was refused.
  mutating func refuse(_ error: String, at moment: Int64) {
    refusal = error
    condition = Condition(session, isRefused: true)
    since = moment
    explanation = nil
    explained = nil
  }

  mutating func explain(_ explanation: ExplanationResult?, asOf decision: UInt64) {
    self.explanation = explanation
    explained = decision
  }
}

extension TopRow {
  /// What the table shows of a session's state.
  struct Condition: Equatable, Sendable {
    /// The state in one word.
    let state: String
    let style: Colour.Style?
    /// The gain of an active session.
    let gain: Double?
    /// The position in a list that begins with what can be heard.
    let rank: Int
    /// True if something holds the session back, so that there is a reason to show.
    let isHeldBack: Bool

    init(_ session: SessionObject, isRefused: Bool) {
      gain = session.state == .active ? session.gain : nil
      switch (session.state, session.playing, session.recording) {
      case (.active, true, true): (state, rank) = ("play+record", 0)
      case (.active, true, false): (state, rank) = ("playing", 0)
      case (.active, false, true): (state, rank) = ("recording", 0)
      case (.active, false, false): (state, rank) = ("active", 1)
      case (.interrupted, _, _): (state, rank) = ("interrupted", 2)
      case (.inactive, _, _): (state, rank) = isRefused ? ("refused", 3) : ("inactive", 4)
      }
      style = state == "refused" ? .bad : session.stateStyle
      isHeldBack = isRefused || state == "interrupted" || gain.map { $0 < 1 } ?? false
    }
  }

  /// The text that a filter is compared with.
  var searchText: String {
    let words = [
      name, session.ownerText, session.useText, condition.state, zone ?? "",
      session.applicationName ?? "", session.kindName, session.priority.rawValue,
      "\(session.session)",
    ]
    return words.joined(separator: " ").lowercased()
  }
}
