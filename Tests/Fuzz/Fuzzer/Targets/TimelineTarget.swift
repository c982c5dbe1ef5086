import AudioSessionJSON

@testable import ControlCore
@testable import ControlTimeline

/// What `monitor -j` printed, as a picture: nothing that was given becomes markup.
enum TimelineTarget {
  static func run(_ input: [UInt8]) {
    let recording: Recording
    do { recording = try Recording(input, name: "a") } catch {
      return Checks.holds(!(error.message ?? "").isEmpty, "a refusal without a sentence")
    }
    let clock = Clock(now: 1_764_000_000_000_000, offset: { _ in 3600 })
    let own = MachineRecording(machine: "<kitchen>", inputs: recording.inputs)
    let other = MachineRecording(machine: "hall\"", inputs: Array(recording.inputs.prefix(2)))
    for model in [Model.of([own]), Model.of([own, other])] {
      let page = Page(model, clock).file
      let drawing = Drawing(model, clock).file
      for text in [page, drawing] {
        MarkupCheck.run(text)
        Checks.holds(text.utf8.count < 200_000 + 4_000 * input.count, "\(text.utf8.count) bytes")
      }
      let json = model.json.text
      Checks.holds((try? JSONValue(parsing: json)) != nil, "not JSON: \(json)")
    }
  }
}

/// Looks for markup that the program doesn't write.
private enum MarkupCheck {
  private static let elements: Set<String> = [
    "a", "body", "button", "caption", "circle", "clipPath", "dd", "defs", "desc", "details", "div",
    "dl",
    "dt", "footer", "g", "h1", "h2", "h3", "head", "header", "html", "input", "label", "li", "line",
    "link", "main", "meta", "nav", "ol", "p", "path", "pattern", "polygon", "polyline", "rect",
    "script", "section", "span", "stop", "strong", "style", "summary", "svg", "table", "tbody",
    "td",
    "text", "th", "thead", "time", "title", "tr", "tspan", "ul", "use",
  ]

  static func run(_ text: String) {
    let bytes = Array(text.utf8)
    var place = 0
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      let end = tag(bytes, from: start)
      place = end
      let name = String(
        decoding: bytes[start..<end].dropFirst().prefix(while: isLetter),
        as: UTF8.self
      )
      // The program's own text, which may have any byte.
      guard name == "style" || name == "script" else { continue }
      let closing = Array("</\(name)>".utf8)
      place = bytes[end...].indices.first { bytes[$0...].starts(with: closing) } ?? bytes.count
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Checks a tag, and returns the place behind it.
  private static func tag(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start + 1
    var name: [UInt8] = []
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      if bytes[place] == UInt8(ascii: "\"") {
        place = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "\"")) ?? bytes.count
      }
      Checks.holds(place < bytes.count && bytes[place] != UInt8(ascii: "<"), "a tag without an end")
      name.append(bytes[place])
      place += 1
    }
    let inner = name.first == UInt8(ascii: "/") ? name.dropFirst() : name[...]
    if inner.first == UInt8(ascii: "!") || inner.first == UInt8(ascii: "?") { return place + 1 }
    let word = String(decoding: inner.prefix(while: isLetter), as: UTF8.self)
    Checks.holds(elements.contains(word), "the element <\(word)>")
    let rest = String(decoding: inner, as: UTF8.self)
    Checks.holds(!rest.contains(" on") && !rest.contains("javascript:"), "an action in <\(rest)>")
    return place + 1
  }
}
