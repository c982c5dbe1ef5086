import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionSchema
import ControlCore

@testable import ControlRecording

/// A recording: it is replayed or refused with a sentence; without names it says the same.
enum RecordingTarget {
  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    var anonymizer = Anonymizer()
    var (plain, hidden) = (Replay(), Replay())
    while !choices.isEmpty {
      let bytes = choices.line()
      guard let line = try? JSONValue(parsing: bytes.span) else { continue }
      do {
        try Recording.check(header: line)
        continue
      } catch {
        Checks.holds(!error.sentence.isEmpty, "a fault without a sentence")
      }
      let former = plain.latest
      guard let difference = take(line, &plain) else { continue }
      // Who isn't named by a text has no name to be replaced.
      let other = take(anonymizer.anonymized(line), &hidden)
      Checks.holds(other != nil, "\(line.text) is replayed, but not without names")
      if other != .some(nil), difference == nil, former != nil { checkRoles(line) }
    }
  }

  /// Decisions without names may differ only if something that isn't a recording's says so.
  private static func checkRoles(_ line: JSONValue) {
    Checks.holds(line["decision"]?.members != nil, "\(line.text) differs without names")
  }

  /// The difference; nil if the line is refused.
  private static func take(_ line: JSONValue, _ replay: inout Replay) -> Replay.Difference?? {
    do {
      return .some(try replay.take(line))
    } catch {
      Checks.holds(!error.sentence.isEmpty, "\(line.text): a fault without a sentence")
      return nil
    }
  }
}
