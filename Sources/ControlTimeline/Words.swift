import ControlCore
import Glibc

/// The sentences of a timeline.
struct Words {
  private let labels: [Model.Key: String]
  private let clock: Clock
  private let axis: Axis
  /// True if the timeline isn't within one day.
  private let hasDates: Bool
  private let begin: Int64
  private let end: Int64

  init(_ model: Model, _ clock: Clock) {
    labels = model.labels
    self.clock = clock
    axis = model.axis
    begin = axis.time(at: model.begin)
    end = axis.time(at: model.end)
    hasDates = clock.local(begin).day != clock.local(end).day || !axis.breaks.isEmpty
  }

  /// The name of a session.
  func label(_ key: Model.Key) -> String { labels[key] ?? "session \(key.number)" }

  /// What a sentence begins with that could be about any of several machines.
  static func place(_ machine: String?) -> String { machine.map { "\($0): " } ?? "" }

  private func name(of lane: Model.Lane) -> String {
    Words.place(lane.key.machine) + label(lane.key)
  }

  /// A time of day, to the millisecond; with its date if that isn't clear.
  func time(_ moment: Int64) -> String {
    clock.text(axis.time(at: moment), hasDate: hasDates)
  }

  /// The time that the picture shows, with its date and time zone.
  var period: String {
    let (day, first) = clock.local(begin)
    let (lastDay, last) = clock.local(end)
    let until = lastDay == day ? last : "\(lastDay) \(last)"
    return "\(day) \(first) to \(until), \(zone)"
  }

  private var zone: String {
    let minutes = Int(clock.offset(begin / 1_000_000) / 60)
    if minutes == 0 { return "UTC" }
    let sign = minutes < 0 ? "−" : "+"
    return "UTC\(sign)\(Clock.digits(abs(minutes) / 60)):\(Clock.digits(abs(minutes) % 60))"
  }

  /// A length of time: `240 ms`, `3.8 s`, `2 min 4 s`.
  static func duration(_ microseconds: Int64) -> String {
    if microseconds < 1000 { return "\(max(0, microseconds)) µs" }
    if microseconds < 1_000_000 { return "\(microseconds / 1000) ms" }
    return Clock.text(ofSeconds: (Double(microseconds) / 100_000).rounded() / 10)
  }
}

/// Conditions and markers.
extension Words {
  /// `music: ducked to 20 % (−14 dB) by navigation (R59 …), 10:04:11.240 to 10:04:15.002 (3.8 s)`.
  func sentence(_ span: Model.Span, of lane: Model.Lane) -> String {
    "\(name(of: lane)): \(text(of: span.condition)), \(period(of: span))"
  }

  /// A span of time in which so much happened that it can't be drawn.
  func sentence(crowded spans: [Model.Span], of lane: Model.Lane) -> String {
    let whole = Model.Span(
      begin: spans.first?.begin ?? begin,
      end: spans.last?.end ?? end,
      condition: .init(state: .unknown),
      isOpen: spans.last?.isOpen ?? false
    )
    return "\(name(of: lane)): changed \(spans.count) times, \(period(of: whole))"
  }

  private func period(of span: Model.Span) -> String {
    let length = Words.duration(span.end - span.begin)
    if span.isOpen { return "since \(time(span.begin)) (\(length) so far)" }
    return "\(time(span.begin)) to \(time(span.end)) (\(length))"
  }

  /// What a session may do, and because of whom.
  func text(of condition: Model.Condition) -> String {
    switch condition.state {
    case .unknown: return "unknown, because nothing is recorded"
    case .inactive: return "inactive"
    case .interrupted: return "interrupted\(causes(of: condition))"
    case .active: break
    }
    let use = use(of: condition)
    if condition.gain == 1 { return use }
    let depth =
      condition.gain == 0 ? "silenced" : "ducked to \(Words.gain(condition.gain))"
    let words = depth + causes(of: condition)
    return condition.isPlaying && !condition.isRecording ? words : "\(use), \(words)"
  }

  private func use(of condition: Model.Condition) -> String {
    switch (condition.isPlaying, condition.isRecording) {
    case (true, true): "playing and recording"
    case (true, false): "playing"
    case (false, true): "recording"
    case (false, false): "active, but neither playing nor recording"
    }
  }

  private func causes(of condition: Model.Condition) -> String {
    if let reason = condition.reason {
      return condition.state == .interrupted ? ": \(reason)" : " by \(reason)"
    }
    var names = condition.influences.prefix(Words.mostNames).map { influence in
      let source = influence.source.isEmpty ? "" : " (\(influence.source))"
      return label(influence.session) + source
    }
    let rest = condition.influences.count - names.count
    if rest > 0 { names.append("\(rest) more") }
    guard let last = names.popLast() else { return "" }
    return names.isEmpty ? " by \(last)" : " by \(names.joined(separator: ", ")) and \(last)"
  }

  /// The most sessions that are named as causes.
  private static let mostNames = 4

  /// A factor in both of its units: `20 % (−14 dB)`.
  static func gain(_ gain: Double) -> String {
    let percent = gain * 100
    let text = percent < 10 ? "\((percent * 10).rounded() / 10)" : "\(Int(percent.rounded()))"
    let plain = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    return "\(plain) % (\(decibels(gain)))"
  }

  /// `−14 dB`, with a real minus sign.
  static func decibels(_ gain: Double) -> String {
    guard let number = wholeDecibels(gain) else { return "silence" }
    return number < 0 ? "−\(-number) dB" : "\(number) dB"
  }

  /// The few words that stand in a bar.
  static func brief(_ condition: Model.Condition) -> String {
    switch condition.state {
    case .unknown: return "unknown"
    case .inactive: return "inactive"
    case .interrupted: return "interrupted"
    case .active: break
    }
    let use =
      switch (condition.isPlaying, condition.isRecording) {
      case (true, true): "playing, recording"
      case (true, false): "playing"
      case (false, true): "recording"
      case (false, false): "active"
      }
    if condition.gain == 1 { return use }
    return condition.gain == 0 ? "silenced" : decibels(condition.gain)
  }

  /// `dictation activates: refused, insufficientPriority, by phone (R7 R34), 10:04:11.240`.
  func sentence(_ marker: Model.Marker) -> String {
    let blocker = marker.blocker.map { ", by \(label($0))" } ?? ""
    let source = marker.source.isEmpty ? "" : " (\(marker.source))"
    let what = Words.place(marker.machine) + marker.what
    return "\(what)\(blocker)\(source), \(time(marker.moment))"
  }

  /// `decisions 5 to 6 aren't recorded, 10:04:11.240 to 10:04:15.002`.
  func sentence(_ gap: Model.Gap) -> String {
    "\(Words.place(gap.machine))\(gap.what), \(time(gap.begin)) to \(time(gap.end))"
  }
}

/// The whole timeline.
extension Words {
  /// How much there is of everything.
  static func summary(_ model: Model) -> String {
    func changes(_ isOne: (Model.Condition) -> Bool) -> Int {
      model.lanes.reduce(0) { $0 + $1.spans.count { isOne($0.condition) } }
    }
    let refusals = model.lanes.flatMap { $0.markers }.count { $0.kind == .refused }
    let machines = model.machines.isEmpty ? [] : ["\(model.machines.count) machines"]
    let counts = [
      counted(Int64(model.lanes.count), "session"),
      counted(Int64(model.rows.count), "decision"),
      counted(Int64(changes { $0.state == .interrupted }), "interruption"),
      counted(Int64(changes { $0.state == .active && $0.gain < 1 }), "time") + " ducked",
      counted(Int64(refusals), "refusal"),
    ]
    return "\((machines + counts).joined(separator: ", "))."
  }
}
