import AudioSessionWire
import ControlCore

/// One session of a timeline while it is being made.
struct Track {
  typealias Condition = Model.Condition
  typealias Span = Model.Span

  private let key: Model.Key
  /// The latest object of the session.
  private var object: JSONValue
  private var opened: Int64?
  private var closed: Int64?
  private var spans: [Span] = []
  private var current: (since: Int64, condition: Condition)?
  var markers: [Model.Marker] = []

  init(_ key: Model.Key, _ object: JSONValue) {
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
  mutating func resume(_ object: JSONValue, at moment: Int64) {
    current = (moment, condition(of: object, [:]) { _ in nil })
  }

  /// Nothing is known about it from now on.
  mutating func beUnknown(at moment: Int64) { change(to: Condition(state: .unknown), at: moment) }

  /// A decision changed it.
  mutating func apply(
    _ object: JSONValue,
    _ decision: JSONValue,
    at moment: Int64,
    kindOf: (Int64) -> String?
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
      name: object.sessionName,
      details: ([object.useText] + object.applicationText + object.leaseText + [object.ownerText])
        .filter { !["?", "-"].contains($0) },
      zone: object.text(of: "zone"),
      opened: opened,
      closed: closed,
      spans: spans,
      markers: markers,
      object: object
    )
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
    of object: JSONValue,
    _ decision: JSONValue,
    _ kindOf: (Int64) -> String?
  ) -> Condition {
    let state = object["state"]?.string.flatMap(Model.State.init) ?? .unknown
    var condition = Condition(state: state)
    let isActive = state == .active
    condition.isPlaying = isActive && object.isTrue("playing")
    condition.isRecording = isActive && object.isTrue("recording")
    condition.gain = isActive ? min(max(object["gain"]?.double ?? 1, 0), 1) : 1
    let others: [Int64] =
      switch state {
      case .active: object.numbers(in: "duckedBy")
      case .interrupted: object.numbers(in: "interruptedBy")
      case .inactive, .unknown: []
      }
    let kind = object.text(of: "kind") ?? ""
    condition.influences = others.map { other in
      let session = Model.Key(run: key.run, number: other)
      let earlier = current?.condition
      let former = earlier?.influences.first { $0.session == session }?.source
      let isSame = earlier?.state == state
      let source = decision.cell(between: kindOf(other) ?? "", and: kind)
      return .init(
        session: session,
        source: source ?? (isSame ? former : nil) ?? decision.plainRules
      )
    }
    condition.reason = reason(of: object, condition, decision)
    return condition
  }

  /// Why no sound is allowed if no other session is the reason.
  private func reason(
    of object: JSONValue,
    _ condition: Condition,
    _ decision: JSONValue
  ) -> String? {
    if condition.state == .active, object.isSilenced { return "the silent switch (R62)" }
    guard condition.state == .interrupted, condition.influences.isEmpty else { return nil }
    let former = current?.condition
    if former?.state == .interrupted, let reason = former?.reason { return reason }
    let rules = decision.plainRules.isEmpty ? "" : " (\(decision.plainRules))"
    switch object["interruptionReason"]?.string {
    case "appWasSuspended": return "the program was suspended\(rules)"
    case "builtInMicMuted": return "the microphone was muted\(rules)"
    case "routeDisconnected": return "the route was disconnected\(rules)"
    default: return rules.isEmpty ? nil : "no session is named\(rules)"
    }
  }
}

extension JSONValue {
  /// The cell of the pair table by which one kind affects another, with its rule.
  fileprivate func cell(between other: String, and own: String) -> String? {
    let names = (self["cells"]?.array ?? []).compactMap { $0.string?.printable }
    let cell = ["\(other).\(own)", "\(own).\(other)"].first(where: names.contains)
    return cell.map { "R59 \($0)" }
  }

  /// The rules of a decision without those that say nothing about a cause: what is permitted, the
  /// order of messages, waiting, ramps, and whose session it is.
  fileprivate var plainRules: String {
    let general = ["R4", "R12", "R13", "R14", "R15", "R19", "R23", "R24", "R52"]
    let rules = (self["rules"]?.array ?? []).compactMap { $0.string?.printable }
    return rules.filter { !general.contains($0) && $0 != "R59" }.joined(separator: " ")
  }
}
