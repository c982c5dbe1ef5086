import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// One session of a timeline while it is being made.
struct Track {
  typealias Condition = Model.Condition
  typealias Span = Model.Span

  private let key: Model.Key
  /// The latest object of the session; nil if only its number is known.
  private var object: SessionObject?
  private var opened: Int64?
  private var closed: Int64?
  private var spans: [Span] = []
  private var current: (since: Int64, condition: Condition)?
  var markers: [Model.Marker] = []

  init(_ key: Model.Key, _ object: SessionObject?) {
    self.key = key
    self.object = object
  }

  /// True if no decision has changed it yet.
  private(set) var isUnchanged = true
  /// True until it is closed.
  var isOpen: Bool { closed == nil }

  /// It begins to exist.
  mutating func open(at moment: Int64) {
    opened = moment
    current = (moment, Condition(state: .inactive))
  }

  /// It has been in a condition that an object tells.
  mutating func resume(_ object: SessionObject, at moment: Int64) {
    current = (moment, condition(of: object, nil) { _ in nil })
  }

  /// Nothing is known about it from now on.
  mutating func beUnknown(at moment: Int64) { change(to: Condition(state: .unknown), at: moment) }

  /// A decision changed it.
  mutating func apply(
    _ object: SessionObject,
    _ decision: DecisionObject?,
    at moment: Int64,
    kindOf: (UInt64) -> String?
  ) {
    self.object = object
    isUnchanged = false
    change(to: condition(of: object, decision, kindOf), at: moment)
  }

  mutating func close(at moment: Int64) {
    guard closed == nil else { return }
    end(at: moment)
    closed = moment
  }

  /// The lane up to a moment.
  func lane(until end: Int64) -> Model.Lane {
    var spans = spans
    if let current {
      spans.append(
        Span(begin: current.since, end: end, condition: current.condition, isOpen: true)
      )
    }
    return Model.Lane(
      key: key,
      name: object?.sessionName,
      details: (object.map(Track.details) ?? []).filter { $0 != "-" },
      zone: object?.zoneName,
      opened: opened,
      closed: closed,
      spans: spans,
      markers: markers,
      object: object
    )
  }

  private static func details(_ object: SessionObject) -> [String] {
    [object.useText] + object.applicationText + object.leaseText + [object.ownerText]
  }

  private mutating func change(to condition: Condition, at moment: Int64) {
    if let current, current.condition == condition { return }
    end(at: moment, isLast: condition.state == .unknown)
    current = (moment, condition)
  }

  private mutating func end(at moment: Int64, isLast: Bool = false) {
    guard let (since, condition) = current else { return }
    // What changed at once wasn't seen by anybody; but the last that is known isn't left out.
    if moment > since || isLast {
      spans.append(Span(begin: since, end: moment, condition: condition))
    }
    current = nil
  }
}

/// The condition of a session object.
extension Track {
  private func condition(
    of object: SessionObject,
    _ decision: DecisionObject?,
    _ kindOf: (UInt64) -> String?
  ) -> Condition {
    let state = Model.State(object.state)
    var condition = Condition(state: state)
    let isActive = state == .active
    condition.isPlaying = isActive && object.playing
    condition.isRecording = isActive && object.recording
    condition.gain = isActive ? min(max(object.gain, 0), 1) : 1
    let others: [UInt64] =
      switch state {
      case .active: object.duckedBy
      case .interrupted: object.interruptedBy
      case .inactive, .unknown: []
      }
    condition.influences = others.map { other in
      let session = Model.Key(run: key.run, number: other)
      let earlier = current?.condition
      let former = earlier?.influences.first { $0.session == session }?.source
      let isSame = earlier?.state == state
      let source = decision?.cell(between: kindOf(other) ?? "", and: object.kindName)
      return .init(
        session: session,
        source: source ?? (isSame ? former : nil) ?? decision?.plainRules ?? ""
      )
    }
    condition.reason = reason(of: object, condition, decision)
    return condition
  }

  /// Why no sound is allowed if no other session is the reason.
  private func reason(
    of object: SessionObject,
    _ condition: Condition,
    _ decision: DecisionObject?
  ) -> String? {
    if condition.state == .active, object.isSilenced { return "the silent switch (R62)" }
    guard condition.state == .interrupted, condition.influences.isEmpty else { return nil }
    let former = current?.condition
    if former?.state == .interrupted, let reason = former?.reason { return reason }
    let plainRules = decision?.plainRules ?? ""
    let rules = plainRules.isEmpty ? "" : " (\(plainRules))"
    switch object.interruptionReason {
    case .appWasSuspended: return "the program was suspended\(rules)"
    case .builtInMicMuted: return "the microphone was muted\(rules)"
    case .routeDisconnected: return "the route was disconnected\(rules)"
    case .default, nil: return rules.isEmpty ? nil : "no session is named\(rules)"
    }
  }
}

extension Model.State {
  fileprivate init(_ state: SessionState) {
    self =
      switch state {
      case .inactive: .inactive
      case .active: .active
      case .interrupted: .interrupted
      }
  }
}

extension DecisionObject {
  /// The cell of the pair table by which one kind affects another, with its rule.
  fileprivate func cell(between other: String, and own: String) -> String? {
    let names = cells.map { $0.printable }
    let cell = ["\(other).\(own)", "\(own).\(other)"].first(where: names.contains)
    return cell.map { "R59 \($0)" }
  }

  /// The rules of a decision without those that say nothing about a cause: what is permitted, the
  /// order of messages, waiting, ramps, and whose session it is.
  fileprivate var plainRules: String {
    let general: [Rule] = [.R4, .R12, .R13, .R14, .R15, .R19, .R23, .R24, .R52, .R59]
    return rules.rules.filter { !general.contains($0) }.map { $0.name }.joined(separator: " ")
  }
}
