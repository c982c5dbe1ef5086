import ControlCore

/// A timeline as SVG.
struct Drawing {
  let layout: Layout
  /// The rows of the legend; empty as a part of a page, which has its own.
  private let legend: [[(entry: Legend.Entry, left: Double)]]
  /// The height of the title, the summary and the legend.
  private let heading: Double

  /// Draws a timeline.
  ///
  /// - Parameters:
  ///   - model: The timeline.
  ///   - clock: The time zone.
  ///   - isAlone: True for a file of its own, with a title and a legend; false for part of a page.
  init(_ model: Model, _ clock: Clock, isAlone: Bool = true) {
    layout = Layout(model, clock)
    let space = layout.width - 2 * Layout.margin
    legend = isAlone ? Legend(layout).rows(within: space) : []
    heading = isAlone ? 64 + Double(legend.count) * 24 : 0
  }

  var title: String { layout.title }
  var summary: String { layout.summary }

  /// The whole file.
  var file: String { #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + element }

  /// The element `svg`.
  var element: String {
    let (width, height) = (Markup.number(layout.width), Markup.number(layout.height + heading))
    var markup = Markup()
    markup.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": "timeline", "width": width,
        "height": height, "viewBox": "0 0 \(width) \(height)", "role": "group",
        "aria-label": "\(layout.title). \(layout.summary)", "lang": "en",
      ]
    ) { markup in
      if heading > 0 { markup.element("title", text: layout.title) }
      markup.element("desc", text: layout.summary)
      markup.element("style") { markup in
        markup.raw(Style.picture)
        if layout.machines.count > 1 { markup.raw(Style.machines) }
      }
      markup.raw(Style.patterns)
      markup.empty("rect", ["class": "ground", "width": "100%", "height": "100%"])
      if heading > 0 { addHeading(to: &markup) }
      markup.element("g", ["transform": "translate(0 \(Markup.number(heading)))"]) { markup in
        addAxis(to: &markup)
        for machine in layout.machines { add(machine, to: &markup) }
      }
    }
    return markup.text
  }

  private func addHeading(to markup: inout Markup) {
    let left = Markup.number(Layout.margin)
    markup.element("text", ["class": "title", "x": left, "y": "30"], text: layout.title)
    let attributes: Markup.Attributes = [
      "class": "faint", "x": left, "y": "50", "font-size": "12.5",
    ]
    markup.element("text", attributes, text: layout.summary)
    markup.element("g", ["aria-hidden": "true"]) { markup in
      for (index, row) in legend.enumerated() {
        for (entry, left) in row {
          let place = "\(Markup.number(left + Layout.margin)) \(64 + 24 * index)"
          markup.element("g", ["transform": "translate(\(place))"]) { markup in
            entry.draw(into: &markup)
            let attributes: Markup.Attributes = ["x": "38", "y": "13", "font-size": "12"]
            markup.element("text", attributes, text: entry.text)
          }
        }
      }
    }
  }

  private func addAxis(to markup: inout Markup) {
    let bottom = Markup.number(layout.height - Layout.margin / 2)
    let top = Markup.number(layout.top)
    markup.element("g", ["aria-hidden": "true"]) { markup in
      for tick in layout.ticks {
        let place = Markup.number(tick.place)
        markup.empty(
          "line",
          ["class": "tick", "x1": place, "x2": place, "y1": top, "y2": bottom]
        )
        let attributes: Markup.Attributes = [
          "class": "time faint", "x": place, "y": Markup.number(layout.top - 8),
        ]
        markup.element("text", attributes, text: tick.text)
      }
      for cut in layout.cuts {
        let attributes: Markup.Attributes = [
          "class": "cut-time faint", "x": Markup.number((cut.left + cut.right) / 2),
          "y": Markup.number(layout.top - 21),
        ]
        markup.element("text", attributes, text: cut.sentence)
      }
    }
  }

  private func add(_ machine: Layout.Machine, to markup: inout Markup) {
    guard let title = machine.title else { return addContent(of: machine, to: &markup) }
    markup.element("g", ["role": "group", "aria-label": title]) { markup in
      let (left, top) = (Markup.number(Layout.margin), Markup.number(machine.top + 4))
      let right = Markup.number(layout.width - Layout.margin)
      markup.empty("line", ["class": "border", "x1": left, "x2": right, "y1": top, "y2": top])
      let attributes: Markup.Attributes = [
        "class": "machine name", "x": left, "y": Markup.number(machine.top + 26),
        "role": "heading", "aria-level": "2",
      ]
      markup.element("text", attributes) { markup in
        markup.element("tspan", text: title)
        markup.element("tspan", ["class": "faint", "dx": "6"], text: machine.summary)
      }
      addContent(of: machine, to: &markup)
    }
  }

  private func addContent(of machine: Layout.Machine, to markup: inout Markup) {
    addGaps(of: machine, to: &markup)
    if let system = machine.system {
      markup.element("g", ["role": "list", "aria-label": "Events"]) { add(system, to: &$0) }
    }
    let level = machine.title == nil ? "2" : "3"
    for zone in machine.zones { add(zone, level: level, to: &markup) }
  }

  /// Stretches that aren't recorded, across all lanes of a machine.
  private func addGaps(of machine: Layout.Machine, to markup: inout Markup) {
    if machine.gaps.isEmpty { return }
    markup.element("g", ["class": "gaps", "role": "list", "aria-label": "Gaps"]) { markup in
      for gap in machine.gaps {
        markup.element(
          "g",
          ["class": "gap", "role": "img", "tabindex": "0", "aria-label": gap.sentence]
        ) { markup in
          markup.element("title", text: gap.sentence)
          let width = gap.right - gap.left
          let height = machine.bottom - machine.lanesTop
          for name in ["box", "focus"] {
            Drawing.rectangle(name, gap.left, machine.lanesTop, width, height, to: &markup)
          }
        }
      }
    }
  }

  private func add(_ zone: Layout.Zone, level: String, to markup: inout Markup) {
    let name = zone.title ?? "Sessions"
    if let title = zone.title {
      let attributes: Markup.Attributes = [
        "class": "zone name", "x": Markup.number(Layout.margin),
        "y": Markup.number(zone.top + 21), "role": "heading", "aria-level": level,
      ]
      markup.element("text", attributes, text: title)
    }
    markup.element("g", ["role": "list", "aria-label": name]) { markup in
      for lane in zone.lanes { add(lane, to: &markup) }
    }
    guard let quiet = zone.quiet else { return }
    let attributes: Markup.Attributes = [
      "class": "name faint", "x": Markup.number(Layout.margin),
      "y": Markup.number(zone.quietTop + 15), "font-size": Markup.number(layout.measures.font - 1),
    ]
    markup.element("text", attributes, text: quiet)
  }
}
