import AudioSessionJSON
import AudioSessionWire

/// A timeline as JSON, for other programs.
extension Model {
  var json: JSONValue {
    [
      "begin": axis.json(begin), "end": axis.json(end),
      "lanes": .array(lanes.map { $0.json(axis) }),
      "events": .array(system.map { $0.json(axis).of($0.machine) }),
      "gaps": .array(gaps.map { $0.json(axis).of($0.machine) }),
    ]
  }
}

extension JSONValue {
  /// The object with the machine in front, if there are several.
  fileprivate func of(_ machine: String?) -> JSONValue {
    guard let machine else { return self }
    return .object([.init("machine", .string(machine))] + (members ?? []))
  }
}

extension Axis {
  /// The time at a place, as on the wire.
  fileprivate func json(_ place: Int64) -> JSONValue {
    let time = time(at: place)
    let text = Time(seconds: time / 1_000_000, nanoseconds: time % 1_000_000 * 1000).text
    return .string(text)
  }
}

extension Model.Key {
  fileprivate var json: JSONValue { ["run": .number("\(run)"), "session": .number("\(number)")] }
}

extension Model.Lane {
  fileprivate func json(_ axis: Axis) -> JSONValue {
    let members: JSONValue = [
      "run": .number("\(key.run)"), "session": .number("\(key.number)"),
      "name": name.map { .string($0) } ?? nil, "zone": zone.map { .string($0) } ?? nil,
      "opened": opened.map(axis.json) ?? nil,
      "closed": closed.map(axis.json) ?? nil, "spans": .array(spans.map { $0.json(axis) }),
      "markers": .array(markers.map { $0.json(axis) }),
    ]
    return members.of(key.machine)
  }
}

extension Model.Span {
  fileprivate func json(_ axis: Axis) -> JSONValue {
    [
      "begin": axis.json(begin), "end": axis.json(end), "open": .bool(isOpen),
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

extension Model.Marker {
  fileprivate func json(_ axis: Axis) -> JSONValue {
    [
      "at": axis.json(moment), "kind": .string(kind.rawValue),
      "seq": decision.map { .number("\($0)") } ?? nil, "what": .string(what),
      "blocker": blocker?.json ?? nil, "source": .string(source),
    ]
  }
}

extension Model.Gap {
  fileprivate func json(_ axis: Axis) -> JSONValue {
    ["begin": axis.json(begin), "end": axis.json(end), "what": .string(what)]
  }
}
