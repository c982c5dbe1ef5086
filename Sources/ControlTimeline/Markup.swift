import AudioSessionWire

/// Text in XML or HTML, written element by element; everything that is given is escaped.
struct Markup {
  typealias Attributes = KeyValuePairs<String, String>

  private(set) var text = ""
  private var depth = 0

  /// Writes an element whose content `write` adds.
  mutating func element(
    _ name: String,
    _ attributes: Attributes = [:],
    _ write: (inout Markup) -> Void
  ) {
    begin(name, attributes)
    text += ">\n"
    depth += 1
    write(&self)
    depth -= 1
    indent()
    text += "</\(name)>\n"
  }

  /// Writes an element that contains text and nothing else.
  mutating func element(_ name: String, _ attributes: Attributes = [:], text content: String) {
    begin(name, attributes)
    text += ">\(Markup.escaped(content))</\(name)>\n"
  }

  /// Writes an element of SVG without content.
  mutating func empty(_ name: String, _ attributes: Attributes) {
    begin(name, attributes)
    text += "/>\n"
  }

  /// Writes an element of HTML that never has content.
  mutating func void(_ name: String, _ attributes: Attributes) {
    begin(name, attributes)
    text += ">\n"
  }

  /// Adds this program's own markup, style or script, line by line.
  mutating func raw(_ lines: String) { text += lines + (lines.hasSuffix("\n") ? "" : "\n") }

  private mutating func begin(_ name: String, _ attributes: Attributes) {
    indent()
    text += "<\(name)"
    for (key, value) in attributes { text += " \(key)=\"\(Markup.escaped(value))\"" }
  }

  private mutating func indent() { text += String(repeating: " ", count: min(depth, 8)) }

  /// The text for an element or a quoted attribute; what isn't visible is spelled out, and so is
  /// what XML doesn't allow.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.printable.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case _ where scalar.value & 0xFFFE == 0xFFFE:
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A coordinate: with one digit after the point if it needs one.
  static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let size = abs(tenths)
    return size % 10 == 0 ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
  }
}
