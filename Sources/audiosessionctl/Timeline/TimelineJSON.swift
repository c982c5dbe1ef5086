import AudioSessionWire

/// A timeline as JSON, for other programs.
extension TimelineModel {
  var json: JSONValue {
    [
      "begin": TimelineModel.time(begin), "end": TimelineModel.time(end),
      "lanes": .array(lanes.map(\.json)),
      "events": .array(system.map(\.json)),
      "gaps": .array(
        gaps.map { gap in
          [
            "begin": TimelineModel.time(gap.begin), "end": TimelineModel.time(gap.end),
            "what": .string(gap.what),
          ]
        }
      ),
    ]
  }

  /// A time as on the wire.
  fileprivate static func time(_ moment: Int64) -> JSONValue {
    let time = Time(seconds: moment / 1_000_000, nanoseconds: moment % 1_000_000 * 1000)
    return .string(time.text)
  }
}

extension TimelineModel.Key {
  fileprivate var json: JSONValue { ["run": .number("\(run)"), "session": .number("\(number)")] }
}

extension TimelineModel.Lane {
  fileprivate var json: JSONValue {
    [
      "run": .number("\(key.run)"), "session": .number("\(key.number)"),
      "name": name.map { .string($0) } ?? nil, "zone": zone.map { .string($0) } ?? nil,
      "opened": opened.map(TimelineModel.time) ?? nil,
      "closed": closed.map(TimelineModel.time) ?? nil, "spans": .array(spans.map(\.json)),
      "markers": .array(markers.map(\.json)),
    ]
  }
}

extension TimelineModel.Span {
  fileprivate var json: JSONValue {
    [
      "begin": TimelineModel.time(begin), "end": TimelineModel.time(end), "open": .bool(isOpen),
      "state": .string(condition.state.rawValue), "playing": .bool(condition.isPlaying),
      "recording": .bool(condition.isRecording), "gain": .number("\(condition.gain)"),
      "by": .array(
        condition.influences.map { influence in
          .object(
            (influence.session.json.members ?? []) + [.init("source", .string(influence.source))]
          )
        }
      ),
      "reason": condition.reason.map { .string($0) } ?? nil,
    ]
  }
}

extension TimelineModel.Marker {
  fileprivate var json: JSONValue {
    [
      "at": TimelineModel.time(moment), "kind": .string(kind.rawValue),
      "seq": decision.map { .number("\($0)") } ?? nil, "what": .string(what),
      "blocker": blocker?.json ?? nil, "source": .string(source),
    ]
  }
}
