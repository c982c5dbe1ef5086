/// Lanes, and what is in them.
extension Drawing {
  func add(_ lane: Layout.Lane, to markup: inout Markup) {
    let measures = layout.measures
    let barTop = lane.top + measures.title
    let label = lane.details.isEmpty ? lane.title : "\(lane.title), \(lane.details)"
    markup.element("g", ["class": "lane", "role": "listitem", "aria-label": label]) { markup in
      markup.element(
        "text",
        [
          "class": "name", "x": Markup.number(Layout.margin), "aria-hidden": "true",
          "y": Markup.number(barTop - 5), "font-size": Markup.number(measures.font),
        ]
      ) { markup in
        let look: Markup.Attributes = lane.isImported ? ["class": "imported"] : [:]
        markup.element("tspan", look, text: lane.title)
        if !lane.details.isEmpty {
          markup.element("tspan", ["class": "faint", "dx": "4"], text: lane.details)
        }
      }
      let middle = Markup.number(barTop + measures.bar / 2)
      markup.empty(
        "line",
        [
          "class": "life", "x1": Markup.number(lane.life.lowerBound),
          "x2": Markup.number(lane.life.upperBound), "y1": middle, "y2": middle,
        ]
      )
      for bar in lane.bars { add(bar, barTop, to: &markup) }
      addCuts(barTop, to: &markup)
      for sign in lane.signs { add(sign, barTop + measures.bar / 2, to: &markup) }
    }
  }

  /// Where the axis is cut, each bar is torn.
  private func addCuts(_ top: Double, to markup: inout Markup) {
    let height = layout.measures.bar
    for cut in layout.cuts {
      let middle = Markup.number((cut.left + cut.right) / 2)
      let place = "translate(\(middle) \(Markup.number(top)))"
      markup.element("g", ["transform": place, "aria-hidden": "true"]) { markup in
        let end = Markup.number(height + 2)
        let half = Markup.number(height / 2)
        let gap = "M-6 -2L0 \(half)L-6 \(end)H4L10 \(half)L4 -2Z"
        markup.empty("path", ["class": "cut", "d": gap])
        let tears = "M-6 -2L0 \(half)L-6 \(end)M4 -2L10 \(half)L4 \(end)"
        markup.empty("path", ["class": "tear", "d": tears])
      }
    }
  }

  private func add(_ bar: Layout.Bar, _ top: Double, to markup: inout Markup) {
    let height = layout.measures.bar
    markup.element(
      "g",
      [
        "class": "bar \(bar.look.rawValue)", "role": "img", "tabindex": "0",
        "aria-label": bar.sentence,
      ]
    ) { markup in
      markup.element("title", text: bar.sentence)
      Drawing.shape(
        left: bar.left,
        top: top,
        width: bar.width,
        height: height,
        level: bar.level,
        isRecording: bar.isRecording,
        to: &markup
      )
      if let text = bar.text {
        let attributes: Markup.Attributes = [
          "class": "word", "x": Markup.number(bar.left + 6), "aria-hidden": "true",
          "y": Markup.number(top + baseline(of: bar)),
          "font-size": Markup.number(layout.measures.font - 1),
        ]
        markup.element("text", attributes, text: text)
      }
      Drawing.rectangle("focus", bar.left, top - 1.5, bar.width, height + 3, to: &markup)
    }
  }

  /// How far below the top of a bar its words stand: below the beads, and above the level.
  private func baseline(of bar: Layout.Bar) -> Double {
    let (height, half) = (layout.measures.bar, layout.measures.font * 0.32)
    if bar.isRecording { return (height + Drawing.beads) / 2 + half }
    return height / 2 + half - (bar.look == .ducked ? 1 : 0)
  }

  private func add(_ sign: Layout.Sign, _ middle: Double, to markup: inout Markup) {
    let sentence = sign.sentence
    let place = "translate(\(Markup.number(sign.place)) \(Markup.number(middle)))"
    markup.element(
      "g",
      [
        "class": "sign \(sign.kind.rawValue)", "role": "img", "tabindex": "0",
        "aria-label": sentence, "transform": place,
      ]
    ) { markup in
      markup.element("title", text: sentence)
      markup.empty("path", ["d": Drawing.path(of: sign.kind)])
      Drawing.rectangle("focus", -8, -9, 16, 18, to: &markup)
    }
  }

  /// Each kind of sign has a shape of its own.
  static func path(of kind: Model.Marker.Kind) -> String {
    switch kind {
    case .refused: "M-4 -7L0 -3L4 -7L7 -4L3 0L7 4L4 7L0 3L-4 7L-7 4L-3 0L-7 -4Z"
    case .ended: "M-5.5 -5.5H5.5V5.5H-5.5Z"
    case .system: "M-6.5 -6H6.5L0 6.5Z"
    }
  }

  /// The box of a bar, its level, and the beads of a recording.
  static func shape(
    left: Double,
    top: Double,
    width: Double,
    height: Double,
    level: Double,
    isRecording: Bool,
    to markup: inout Markup
  ) {
    rectangle("box", left, top, width, height, to: &markup)
    let filled = level <= 0 ? 0 : max(2, height * level)
    if filled > 0 { rectangle("level", left, top + height - filled, width, filled, to: &markup) }
    if isRecording { rectangle("reel", left, top, width, beads, to: &markup) }
  }

  /// The height of the beads that stand for a recording.
  private static let beads = 6.0

  static func rectangle(
    _ name: String,
    _ left: Double,
    _ top: Double,
    _ width: Double,
    _ height: Double,
    to markup: inout Markup
  ) {
    markup.empty(
      "rect",
      [
        "class": name, "x": Markup.number(left + 0.5), "y": Markup.number(top),
        "width": Markup.number(max(width - 1, 2)), "height": Markup.number(height),
        "rx": width < 8 ? "0" : "2",
      ]
    )
  }
}
