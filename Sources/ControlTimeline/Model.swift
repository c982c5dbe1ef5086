import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// What a timeline shows: which session was in which condition, when, and why.
struct Model: Equatable, Sendable {
  /// A session of one run of a daemon; numbers begin again with each run.
  struct Key: Hashable, Sendable {
    var run: Int
    var number: UInt64
    /// The machine, if the timeline is of several.
    var machine: String?
  }

  /// What a session is allowed to do at a time.
  enum State: String, Equatable, Sendable {
    /// Nothing tells.
    case unknown
    case inactive, active, interrupted
  }

  /// A session that affects another, and the rule by which it does.
  struct Influence: Equatable, Sendable {
    var session: Key
    var source: String
  }

  /// All that is to be said about a session over a span of time.
  struct Condition: Equatable, Sendable {
    var state: State
    var isPlaying = false
    var isRecording = false
    /// The linear factor of its output, 0…1.
    var gain = 1.0
    /// The sessions that duck it or hold it back.
    var influences: [Influence] = []
    /// Why it is interrupted or silent, if no other session is the reason.
    var reason: String?
  }

  struct Span: Equatable, Sendable {
    /// Microseconds since 1970.
    var begin: Int64
    var end: Int64
    var condition: Condition
    /// True if it had not ended when the picture was made.
    var isOpen = false
  }

  /// Something that happened at a moment.
  struct Marker: Equatable, Sendable {
    enum Kind: String, Equatable, Sendable {
      /// A request was refused.
      case refused
      /// A session was closed by somebody else, or by the end of its lease.
      case ended
      /// Something that concerns the whole machine or the daemon.
      case system
    }

    var moment: Int64
    var kind: Kind
    /// The number of the decision, if it is one.
    var decision: UInt64?
    /// What happened; of a refusal, what was refused.
    var what: String
    var blocker: Key?
    var source: String
    /// Where it happened, if the timeline is of several machines.
    var machine: String?
  }

  struct Lane: Equatable, Sendable {
    var key: Key
    var name: String?
    /// Whose it is and what for.
    var details: [String]
    var zone: String?
    /// The times at which it was opened and closed, if that was seen.
    var opened: Int64?
    var closed: Int64?
    var spans: [Span] = []
    var markers: [Marker] = []
    /// The session as it was last; nil if only its number is known.
    var object: SessionObject?
    /// The machine whose session it stands for, in a timeline of several machines.
    var origin: String?

    /// True if it is worth a lane of its own.
    var isEventful: Bool {
      !markers.isEmpty || spans.contains { [.active, .interrupted].contains($0.condition.state) }
    }
  }

  /// A stretch about which the record says nothing.
  struct Gap: Equatable, Sendable {
    var begin: Int64
    var end: Int64
    var what: String
    /// Whose record it is, if the timeline is of several machines.
    var machine: String?
  }

  /// A decision in words.
  struct Row: Equatable, Sendable {
    var moment: Int64
    var decision: UInt64?
    var what: String
    var effects: [String]
    var source: String
    var isRefusal: Bool
    /// The sessions that it is about.
    var sessions: Set<Key>
    /// Where it was made, if the timeline is of several machines.
    var machine: String?
  }

  var begin: Int64
  var end: Int64
  /// What time of day each moment was: all of them are places on it.
  var axis = Axis()
  /// The machines, if there are several.
  var machines: [String] = []
  /// In the order of the machines and of their zones, those without a zone last.
  var lanes: [Lane]
  var system: [Marker]
  var gaps: [Gap]
  var rows: [Row]
}

extension Model {
  /// The part between two moments.
  func clipped(from start: Int64?, to limit: Int64?) -> Model {
    var model = self
    model.begin = min(max(begin, start ?? begin), end)
    model.end = max(min(end, limit ?? end), model.begin)
    let range = model.begin...model.end
    model.lanes = lanes.compactMap { lane in
      var lane = lane
      lane.spans = lane.spans.compactMap { $0.clipped(to: range) }
      lane.markers.removeAll { !range.contains($0.moment) }
      let isGone = lane.closed.map { $0 < range.lowerBound } ?? false
      let isToCome = lane.opened.map { $0 > range.upperBound } ?? false
      return isGone || isToCome ? nil : lane
    }
    model.system.removeAll { !range.contains($0.moment) }
    model.gaps = gaps.compactMap { gap in
      guard gap.end > range.lowerBound, gap.begin < range.upperBound else { return nil }
      let inside = (max(gap.begin, range.lowerBound), min(gap.end, range.upperBound))
      var part = gap
      (part.begin, part.end) = inside
      return part
    }
    model.rows.removeAll { !range.contains($0.moment) }
    return model
  }

  /// The sessions that a filter chooses, and what was decided about them.
  ///
  /// A state is chosen if a session was in it at any time.
  func filtered(by filter: SessionFilter) -> Model {
    if filter.isEmpty { return self }
    var ofSession = filter
    ofSession.states = []
    var model = self
    model.lanes = lanes.filter { lane in
      let states = lane.spans.compactMap { SessionState(rawValue: $0.condition.state.rawValue) }
      let wasSo = filter.states.isEmpty || states.contains(where: filter.states.contains)
      return wasSo && lane.matches(ofSession)
    }
    let keys = Set(model.lanes.map { $0.key })
    model.rows = rows.filter { !keys.isDisjoint(with: $0.sessions) }
    return model
  }

  /// The moment of a decision, or of the first after it.
  func moment(ofDecision number: UInt64) -> Int64? {
    rows.first { $0.decision.map { $0 >= number } ?? false }?.moment
  }
}

extension Model.Lane {
  /// True if a filter chooses it; where only the number is known, one by anything else doesn't.
  fileprivate func matches(_ filter: SessionFilter) -> Bool {
    if let object { return filter.matches(object) }
    var byNumber = SessionFilter.all
    byNumber.sessions = filter.sessions
    let numbers = filter.sessions.map { UInt64($0) }
    return filter == byNumber && (numbers.isEmpty || numbers.contains(key.number))
  }
}

extension Model.Span {
  fileprivate func clipped(to range: ClosedRange<Int64>) -> Model.Span? {
    guard end > range.lowerBound, begin < range.upperBound else { return nil }
    return Model.Span(
      begin: max(begin, range.lowerBound),
      end: min(end, range.upperBound),
      condition: condition,
      isOpen: isOpen && end <= range.upperBound
    )
  }
}
