import AudioSessionJSON
import AudioSessionWire

@testable import ControlCore
@testable import ControlTimeline

/// Decisions for a timeline, written as briefly as a test can read them.
struct TimelineStory {
  /// 10:00:00 UTC on the day of the story, in microseconds since 1970.
  static let start: Int64 = 1_795_255_200_000_000

  private(set) var inputs: [Input] = []
  private var number: UInt64 = 0

  init(after number: UInt64 = 0) { self.number = number }

  /// A decision at so many seconds after 10.
  mutating func decide(
    _ seconds: Double,
    _ cause: JSONValue,
    _ sources: String = "R12",
    changes: [SessionObject] = [],
    closed: [UInt64] = [],
    number: UInt64? = nil,
    epoch: String? = nil
  ) {
    self.number = number ?? self.number + 1
    let moment = TimelineStory.moment(seconds)
    let words = sources.split(separator: " ").map { JSONValue.string(String($0)) }
    let rules = words.filter { !($0.string?.contains(".") ?? false) }
    let decision: JSONValue = [
      "at": Time(seconds: moment / 1_000_000, nanoseconds: moment % 1_000_000 * 1000).json,
      "seq": self.number.json,
      "cause": cause, "rules": .array(rules), "cells": .array(words.filter { !rules.contains($0) }),
      "changes": .array(changes.map(\.json)), "closed": .array(closed.map(\.json)),
    ]
    guard let entry: LogEntry = decision.received() else { return }
    let epoch = epoch.map { Epoch(high: 0, low: UInt64($0, radix: 16) ?? 0) }
    inputs.append(.decision(entry, epoch: epoch, at: moment))
  }

  mutating func append(_ input: Input) { inputs.append(input) }

  static func moment(_ seconds: Double) -> Int64 { start + Int64(seconds * 1_000_000) }

  /// The timeline, which ends so many seconds after 10.
  func model(
    until seconds: Double,
    known: [SessionObject] = [],
    asOf number: UInt64 = 0
  ) -> Model {
    var builder = Builder(known: known, asOf: number)
    for input in inputs { builder.take(input) }
    return builder.finish(at: TimelineStory.moment(seconds))
  }

  /// What `monitor -j` prints of the decisions.
  var lines: [String] {
    inputs.compactMap { input in
      guard case .decision(let entry, _, _) = input else { return nil }
      return "{\"method\":\"server.decision\",\"params\":\(entry.json.text)}"
    }
  }

  static func opens(_ number: UInt64) -> JSONValue { cause("session.open", number) }

  static func activates(_ number: UInt64) -> JSONValue { cause("session.activate", number) }

  static func deactivates(_ number: UInt64) -> JSONValue { cause("session.deactivate", number) }

  static func cause(_ method: String, _ number: UInt64) -> JSONValue {
    ["method": .string(method), "session": number.json, "pid": 7]
  }

  /// A session object with what a timeline looks at.
  static func session(
    _ number: UInt64,
    _ name: String?,
    _ kind: String = "exclusive",
    state: String = "inactive",
    playing: Bool = false,
    recording: Bool = false,
    gain: Double = 1,
    by others: [UInt64] = [],
    reason: String? = nil,
    zone: String? = nil,
    lease: String? = nil,
    activation: UInt64 = 0
  ) -> SessionObject {
    let numbers = JSONValue.array(others.map(\.json))
    let object: JSONValue = [
      "session": .number("\(number)"), "name": name.map { .string($0) } ?? nil, "pid": 7,
      "comm": "player", "category": "playback", "kind": .string(kind), "state": .string(state),
      "playing": .bool(playing), "recording": .bool(recording), "gain": .number("\(gain)"),
      "duckedBy": state == "active" ? numbers : [],
      "interruptedBy": state == "interrupted" ? numbers : [],
      "interruptionReason": reason.map { .string($0) } ?? nil,
      "lease": lease.map { ["leaseName": .string($0)] } ?? nil,
      "zone": zone.map { .string($0) } ?? nil, "activation": .number("\(activation)"),
    ]
    return object.received() ?? SessionObject(session: number, uid: 0, kind: kind)
  }

  /// Music is ducked by a navigator and interrupted by a call, during which nobody else may record.
  static var call: TimelineStory {
    var story = TimelineStory()
    story.decide(0, ["event": "started"], "R49")
    story.decide(1, opens(1), "R4", changes: [session(1, "music")])
    let playing = session(1, "music", state: "active", playing: true)
    story.decide(1.5, activates(1), changes: [playing])
    story.decide(3, opens(2), "R4", changes: [session(2, "navigation", "ducking")])
    story.decide(
      4.24,
      activates(2),
      "R12 R16 R18 R19 R59 ducking.exclusive",
      changes: [
        session(2, "navigation", "ducking", state: "active", playing: true),
        session(1, "music", state: "active", playing: true, gain: 0.2, by: [2]),
      ]
    )
    story.decide(
      8.002,
      deactivates(2),
      "R18 R19 R23 R24",
      changes: [session(2, "navigation", "ducking"), playing]
    )
    let phone = session(3, "phone", "phoneCall", state: "active", playing: true, recording: true)
    story.decide(9, opens(3), "R4", changes: [session(3, "phone", "phoneCall")])
    story.decide(
      9.1,
      activates(3),
      "R12 R15 R59 phoneCall.exclusive",
      changes: [phone, session(1, "music", state: "interrupted", by: [3])]
    )
    story.decide(10, opens(4), "R4", changes: [session(4, "dictation", "recording")])
    story.decide(
      10.1,
      [
        "method": "session.activate", "session": 4, "pid": 7, "error": "insufficientPriority",
        "blocker": 3,
      ],
      "R7 R34"
    )
    story.decide(
      12,
      deactivates(3),
      "R23 R24 R26",
      changes: [session(3, "phone", "phoneCall"), session(1, "music")]
    )
    story.decide(12.2, activates(1), changes: [playing])
    story.decide(14, ["event": "connectionEnded", "pid": 7], "R48", changes: [phone], closed: [3])
    return story
  }
}

extension Model {
  /// All that is said about a session: each span that is drawn, and each marker.
  func sentences(of name: String) -> [String] {
    let words = Words(self, .utc(at: end))
    return lanes.filter { $0.name == name }.flatMap { lane in
      lane.spans.filter { $0.condition.state != .inactive }.map { words.sentence($0, of: lane) }
        + lane.markers.map { words.sentence($0) }
    }
  }
}

extension Clock {
  static func utc(at moment: Int64) -> Clock { Clock(now: moment, offset: { _ in 0 }) }
}
