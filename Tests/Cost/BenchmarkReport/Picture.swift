/// The report as a picture: what was measured where, how long requests took, what an activation
/// costs as tables grow, and the rows.
extension Report {
  /// An SVG document.
  package var picture: String {
    var drawing = Drawing()
    let margin = 20.0
    let title = "audiosessiond: costs"
    drawing.write(title, margin, 30, style: "title")
    for (index, line) in place.lines.enumerated() {
      drawing.write(line, margin, 50 + 16 * Double(index), style: "small")
    }
    let charts = [roundTrips, openLoop, scale, kinds].filter { !$0.curves.isEmpty }
    for (index, chart) in charts.enumerated() {
      let column = Double(index % 2)
      let line = Double(index / 2)
      chart.draw(
        on: &drawing,
        margin + column * (Chart.width + margin),
        84 + line * (Chart.height + margin)
      )
    }
    let top = 84 + Double((charts.count + 1) / 2) * (Chart.height + margin)
    let bottom = drawRows(on: &drawing, margin, top)
    return drawing.document(
      width: 3 * margin + 2 * Chart.width,
      height: bottom + margin,
      title: "\(title). \(place.lines.joined(separator: ". "))"
    )
  }

  /// One line for each row that has a ratio or a target; returns where they end.
  private func drawRows(on drawing: inout Drawing, _ x: Double, _ top: Double) -> Double {
    let columns = [x, x + 34, x + 620, x + 730, x + 800, x + 880]
    var y = top + 14
    func write(_ cells: [String], style: String, on drawing: inout Drawing) {
      for (index, cell) in cells.enumerated() where !cell.isEmpty {
        let isNumber = (2...4).contains(index)
        drawing.write(cell, columns[index], y, isNumber ? .end : .start, style: style)
      }
      y += 17
    }
    let titles = ["row", "what, median of the rounds", "ours", "theirs", "ratio", "target"]
    write(titles, style: "heading", on: &drawing)
    for row in rows {
      guard let ours = row.ours else { continue }
      let against = row.against.map { ", against \($0)" } ?? ""
      let cells = [
        row.number, "\(row.measure): \(row.detail)\(against)",
        "\(Quantity.text(ours.median)) \(row.unit)",
        row.theirs.map { Quantity.text($0.median) } ?? "",
        row.ratio.map { Quantity.ratio($0.median) } ?? "",
        row.target.map { "\($0.text)\(row.isMet == false ? ", not met" : "")" } ?? "",
      ]
      write(cells, style: "small", on: &drawing)
    }
    for reason in missing { write(["", "not measured: \(reason)"], style: "small", on: &drawing) }
    return y
  }

  private var roundTrips: Chart {
    latencies("One request after the other, on one processor", .roundTrip)
  }

  private var openLoop: Chart {
    latencies("Requests at fixed times, on 64 connections", .openLoop)
  }

  /// The distributions of a panel: each pair of ours and what it is compared with has one colour.
  private func latencies(_ title: String, _ panel: Distribution.Panel) -> Chart {
    let shown = distributions.filter { $0.panel == panel }
    let curves = shown.enumerated().map { index, distribution in
      Chart.Curve(
        name: distribution.name,
        colour: (panel == .openLoop ? index / 2 : index) % 4,
        isDashed: panel == .openLoop ? index % 2 == 1 : index > 0,
        points: distribution.latency.curve
      )
    }
    return Chart(
      title: title,
      across: Axis(nines: "percentile", upTo: 5),
      up: Axis(logarithmic: "latency, µs", curves.flatMap { $0.points.map(\.y) }),
      curves: curves
    )
  }

  private var scale: Chart {
    let mixing = scaling.filter { $0.bystanders == scaling.first?.bystanders }
    return costs("One interrupts K of S sessions, which take the sound back", mixing) {
      "K = \($0.touched)"
    }
  }

  private var kinds: Chart {
    let single = scaling.filter { $0.touched == scaling.first?.touched }
    return costs("The same with K = 1, by why it doesn't concern the others", single) {
      $0.bystanders
    }
  }

  /// A curve for each name, in the order in which they come.
  private func costs(
    _ title: String,
    _ points: [ScalingPoint],
    name: (ScalingPoint) -> String
  ) -> Chart {
    let sizes = points.map { Double($0.sessions) }
    let names = points.map(name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let curves = names.enumerated().map { index, word in
      Chart.Curve(
        name: word,
        colour: index % 4,
        isDashed: false,
        points: points.filter { name($0) == word }.map {
          (Double($0.sessions), $0.nanosecondsATurn)
        }
      )
    }
    return Chart(
      title: title,
      across: Axis(logarithmic: "S, sessions that it doesn't concern", sizes),
      up: Axis(logarithmic: "ns", points.map(\.nanosecondsATurn)),
      curves: curves
    )
  }
}
