import AudioSessionJSON
import AudioSessionWire
import TestSupport
import Testing

@testable import ControlCore
@testable import ControlTimeline

/// A recording may come from anybody: whatever is in it, a file is drawn or the line is named.
struct TimelineFuzzTests {
  private static let extremes = [
    "-1", "0", "1", "9223372036854775807", "-9223372036854775808", "1e308", "1e999", "-0.5",
    "null", "true", "\"\"", "[]", "{}", "\"9999-12-31T23:59:59.999999Z\"",
    "\"0000-01-01T00:00:00.000000Z\"", "\"9999999999-1-1T1:1:1.1111Z\"",
    "\"\\u202e<script>\"", "[1,2,3]", "[9223372036854775807]",
  ]

  /// The lines of `monitor -j` for a call.
  private static var lines: [String] {
    var lines = TimelineStory.call.lines
    let music = TimelineStory.session(1, "music").json.text
    let lagged = "{\"from\":14,\"to\":20,\"sessions\":[\(music)]}"
    lines.insert("{\"method\":\"events.lagged\",\"params\":\(lagged)}", at: 9)
    lines.insert("{\"method\":\"mediaServices.wereReset\",\"params\":{}}", at: 11)
    return lines
  }

  @Test func `R55: no recording ends the program`() throws {
    let seed = seed()
    var random = SplitMix64(seed: seed)
    let lines = Self.lines
    var drawn = 0
    for _ in 0..<200 {
      var changed = lines
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: changed.indices, using: &random)
        changed[index] = Self.mutate(changed[index], &random)
        if Int.random(in: 0..<4, using: &random) == 0 {
          changed.swapAt(index, Int.random(in: changed.indices, using: &random))
        }
      }
      let bytes = Array(changed.joined(separator: "\n").utf8)
      guard let recording = try? Recording(bytes, name: "f") else { continue }
      var builder = Builder()
      for input in recording.inputs { builder.take(input) }
      let model = builder.finish(at: 0)
      let clock = Clock.utc(at: model.end)
      #expect(Drawing(model, clock).file.hasSuffix("</svg>\n"), "seed=\(seed)")
      #expect(Page(model, clock).file.hasSuffix("</html>\n"), "seed=\(seed)")
      _ = model.json.text
      let others = MachineRecording(machine: "b", inputs: TimelineStory.call.inputs)
      let both = Model.of([MachineRecording(machine: "a", inputs: recording.inputs), others])
      #expect(Page(both, clock).file.hasSuffix("</html>\n"), "seed=\(seed)")
      drawn += 1
    }
    #expect(drawn > 20, "seed=\(seed)")
  }

  /// Puts another value in the place of one of the line's.
  private static func mutate(_ line: String, _ random: inout SplitMix64) -> String {
    let values = line.matches(of: /:(-?[0-9.e]+|"[^"]*"|\[[^\[\]]*\]|true|false|null)/)
    guard let former = values.randomElement(using: &random)?.output.1 else { return line }
    let value = extremes.randomElement(using: &random) ?? "0"
    return line[..<former.startIndex] + value + line[former.endIndex...]
  }
}
