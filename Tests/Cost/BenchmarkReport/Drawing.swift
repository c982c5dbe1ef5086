import Foundation

/// The text of an SVG picture, in units of a pixel.
struct Drawing {
  private(set) var text = ""

  /// Where a text begins, is centred, or ends.
  enum Anchor: String {
    case start, middle, end
  }

  /// Text that starts at a point on its base line.
  mutating func write(
    _ words: String,
    _ x: Double,
    _ y: Double,
    _ anchor: Anchor = .start,
    style: String = "",
    turned: Bool = false
  ) {
    let turn = turned ? " transform=\"rotate(-90 \(Self.number(x)) \(Self.number(y)))\"" : ""
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    text += "<text \(place) text-anchor=\"\(anchor)\"\(style)\(turn)>"
    text += "\(Self.escaped(words))</text>\n"
  }

  /// A line through points.
  mutating func line(_ points: [(x: Double, y: Double)], style: String) {
    let list = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    text += "<polyline points=\"\(list)\" class=\"\(style)\"/>\n"
  }

  /// The whole picture.
  ///
  /// - Parameters:
  ///   - width: How wide it is.
  ///   - height: How high it is.
  ///   - title: What it shows, also for who can't see it.
  /// - Returns: An SVG document that adapts to a light or dark surrounding.
  func document(width: Double, height: Double, title: String) -> String {
    let size = "\(Self.number(width)) \(Self.number(height))"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" role="img">
      <title>\(Self.escaped(title))</title>
      <style>\(Self.styles)</style>
      <rect width="100%" height="100%" class="paper"/>
      \(text)</svg>

      """
  }

  /// Ours is drawn in full, what it is compared with in dashes, so that colour isn't all that tells
  /// them apart.
  ///
  /// The colours have a contrast of 3 or more to the paper in both schemes.
  private static let styles = """

    text { font: 12px system-ui, sans-serif; fill: #24292f; }
    .title { font-size: 16px; font-weight: 600; }
    .heading { font-size: 13px; font-weight: 600; }
    .small { font-size: 11px; }
    .paper { fill: #ffffff; }
    polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
    .grid { stroke: #d0d7de; stroke-width: 1; }
    .frame { stroke: #57606a; stroke-width: 1; }
    .dashed { stroke-dasharray: 5 3; }
    .colour0 { stroke: #0550ae; } .colour1 { stroke: #bc4c00; } .colour2 { stroke: #1a7f37; }
    .colour3 { stroke: #8250df; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .paper { fill: #0d1117; }
      .grid { stroke: #30363d; } .frame { stroke: #8b949e; }
      .colour0 { stroke: #58a6ff; } .colour1 { stroke: #f0883e; } .colour2 { stroke: #3fb950; }
      .colour3 { stroke: #bc8cff; }
    }

    """

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(format: "%.1f", value)
  }

  private static func escaped(_ words: String) -> String {
    words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
