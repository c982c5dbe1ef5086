import ControlCore

/// Lanes.
extension Layout {
  func lane(
    _ lane: Model.Lane,
    _ words: Words,
    _ scale: TimeScale,
    top: Double
  ) -> Lane {
    let title = words.label(lane.key)
    let number = title.has("session ") ? [] : ["session \(lane.key.number)"]
    let columns = Int((width - 2 * Layout.margin) / (measures.font * 0.56))
    let details = (number + lane.details).joined(separator: " · ")
    let first = lane.opened ?? lane.spans.first?.begin
    let begin = first.map(scale.place) ?? scale.place(of: lane.markers.first?.moment ?? 0)
    let last = lane.closed ?? lane.spans.last?.end
    let shown = title.shortened(to: columns / 2)
    return Lane(
      top: top,
      title: shown,
      details: details.shortened(to: max(8, columns - shown.displayWidth - 4)),
      isImported: lane.origin != nil,
      life: begin...max(begin, last.map(scale.place) ?? begin),
      bars: bars(of: lane, words, scale),
      signs: Layout.signs(lane.markers, words, scale)
    )
  }

  static func systemLane(
    _ markers: [Model.Marker],
    _ words: Words,
    _ scale: TimeScale,
    top: Double
  ) -> Lane {
    Lane(
      top: top,
      title: "the daemon and the machine",
      details: "",
      life: scale.place(of: .min)...scale.place(of: .max),
      bars: [],
      signs: signs(markers, words, scale)
    )
  }

  private static func signs(
    _ markers: [Model.Marker],
    _ words: Words,
    _ scale: TimeScale
  ) -> [Sign] {
    markers.reduce(into: []) { signs, marker in
      let place = scale.place(of: marker.moment)
      let sentence = words.sentence(marker)
      if let last = signs.last, place - last.place < signSpace, last.kind == marker.kind {
        signs[signs.count - 1].sentences.append(sentence)
      } else {
        let free = (signs.last?.place ?? -.infinity) + signSpace
        signs.append(Sign(place: max(place, free), kind: marker.kind, sentences: [sentence]))
      }
    }
  }

  /// The bars of a lane, side by side; spans that are too narrow to be seen apart share one.
  private func bars(
    of lane: Model.Lane,
    _ words: Words,
    _ scale: TimeScale
  ) -> [Bar] {
    var bars: [Bar] = []
    var free = -Double.infinity
    for group in Layout.groups(of: lane.spans, scale) {
      guard let first = group.first, let last = group.last else { continue }
      let right = scale.place(of: last.end)
      let left = max(free, min(scale.place(of: first.begin), right - Layout.narrowest))
      var bar = Bar(
        left: left,
        width: max(Layout.narrowest, right - left),
        look: .crowded,
        level: 0,
        isRecording: false,
        sentence: words.sentence(crowded: group, of: lane)
      )
      if group.count == 1 { fill(&bar, first, words.sentence(first, of: lane)) }
      bars.append(bar)
      free = bar.left + bar.width
    }
    return bars
  }

  private func fill(_ bar: inout Bar, _ span: Model.Span, _ sentence: String) {
    let condition = span.condition
    bar.sentence = sentence
    bar.look = Bar.Look(condition)
    bar.level = condition.state == .active && bar.look != .silent ? condition.gain : 0
    bar.isRecording = condition.isRecording
    let text = Words.brief(condition)
    let isFull = bar.look == .ducked && (bar.level >= 0.3 || bar.isRecording)
    let isLegible = measures.bar >= 20 || !isFull
    let width = Double(text.displayWidth) * (measures.font - 1) * 0.6 + 12
    if isLegible, bar.width >= width { bar.text = text }
  }

  /// The spans to be drawn; those that follow each other in less than the narrowest bar together.
  private static func groups(
    of spans: [Model.Span],
    _ scale: TimeScale
  ) -> [[Model.Span]] {
    var groups: [[Model.Span]] = []
    var wasNarrow = false
    for span in spans where span.condition.state != .inactive {
      let isNarrow = scale.place(of: span.end) - scale.place(of: span.begin) < narrowest
      let last = groups.last?.last.map { scale.place(of: $0.end) } ?? -.infinity
      if isNarrow, wasNarrow, scale.place(of: span.begin) - last < narrowest {
        groups[groups.count - 1].append(span)
      } else {
        groups.append([span])
      }
      wasNarrow = isNarrow
    }
    return groups
  }
}

extension Layout.Bar.Look {
  fileprivate init(_ condition: Model.Condition) {
    switch condition.state {
    case .unknown, .inactive: self = .unknown
    case .interrupted: self = .interrupted
    case .active where condition.gain < 1: self = .ducked
    case .active where condition.isPlaying: self = .playing
    case .active: self = condition.isRecording ? .recording : .silent
    }
  }
}
