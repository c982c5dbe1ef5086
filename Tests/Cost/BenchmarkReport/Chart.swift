/// Curves over two axes, with a legend above them.
struct Chart {
  struct Curve {
    var name: String
    /// One of four.
    var colour: Int
    var isDashed: Bool
    var points: [(x: Double, y: Double)]

    var style: String { "colour\(colour)\(isDashed ? " dashed" : "")" }
  }

  static let width = 480.0
  static let height = 360.0

  let title: String
  let across: Axis
  let up: Axis
  let curves: [Curve]

  /// Draws it, the upper left corner at a point.
  func draw(on drawing: inout Drawing, _ x: Double, _ y: Double) {
    drawing.write(title, x, y + 14, style: "heading")
    drawLegend(on: &drawing, x, y + 34)
    let left = x + 62
    let right = x + Self.width - 16
    let top = y + 34 + 16 * Double((curves.count + 2) / 3)
    let bottom = y + Self.height - 42
    func across(_ part: Double) -> Double { left + part * (right - left) }
    func up(_ part: Double) -> Double { bottom - part * (bottom - top) }
    for tick in self.across.ticks {
      let place = across(tick.place)
      drawing.line([(place, top), (place, bottom)], style: "grid")
      drawing.write(tick.label, place, bottom + 16, .middle, style: "small")
    }
    for tick in self.up.ticks {
      let place = up(tick.place)
      drawing.line([(left, place), (right, place)], style: "grid")
      drawing.write(tick.label, left - 6, place + 4, .end, style: "small")
    }
    drawing.line([(left, top), (left, bottom), (right, bottom)], style: "frame")
    drawing.write(self.across.title, (left + right) / 2, bottom + 34, .middle)
    drawing.write(self.up.title, x + 12, (top + bottom) / 2, .middle, turned: true)
    for curve in curves {
      let points = curve.points.map { point in
        (x: across(self.across.place(of: point.x)), y: up(self.up.place(of: point.y)))
      }
      drawing.line(Self.thinned(points), style: curve.style)
    }
  }

  /// Three names a line.
  private func drawLegend(on drawing: inout Drawing, _ x: Double, _ y: Double) {
    for (index, curve) in curves.enumerated() {
      let left = x + Double(index % 3) * Self.width / 3
      let line = y + Double(index / 3) * 16
      drawing.line([(left, line - 4), (left + 22, line - 4)], style: curve.style)
      drawing.write(curve.name, left + 27, line, style: "small")
    }
  }

  /// Without points that nobody could tell from those before them.
  private static func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    var kept: [(x: Double, y: Double)] = []
    for point in points {
      if let last = kept.last, abs(last.x - point.x) < 0.5, abs(last.y - point.y) < 0.5 { continue }
      kept.append(point)
    }
    return kept
  }
}
