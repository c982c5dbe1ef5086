import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionSchema
import AudioSessionWire
import ControlCore

/// The output of `replay`, line by line of the recording.
struct ReplayReport {
  private var source: RecordingReplay
  private let isVerbose: Bool
  private let isJSON: Bool

  init(path: String, isVerbose: Bool, isJSON: Bool) {
    source = RecordingReplay(path: path)
    self.isVerbose = isVerbose
    self.isJSON = isJSON
  }

  private var replay: Replay { source.replay }

  /// Takes the next line of the recording.
  ///
  /// - Throws: ``Failure/file(_:)`` if the line can't be replayed; ``Failure/differs`` if the
  ///   decision differs, and was printed.
  mutating func take(_ line: Lines.Line, to output: inout Output) throws(Failure) {
    let same = replay.decisions
    if let difference = try source.take(line) {
      return try print(difference, line.number, after: same, to: &output)
    }
    if isVerbose, !isJSON, let latest = replay.latest {
      output.print(ReplayWords(names: replay.names).line(latest))
    }
  }

  /// Prints that everything was the same.
  func finish(to output: inout Output) throws(Failure) {
    try source.checkWhole()
    if isJSON {
      return output.print([
        "same": true, "decisions": .number("\(replay.decisions)"),
        "events": .number("\(replay.events)"), "gaps": .number("\(replay.gaps)"),
      ])
    }
    output.print(verdict)
  }

  private var verdict: String {
    let count = Int64(replay.decisions)
    let sentence =
      switch count {
      case 0: "There are no decisions in the recording."
      case 1: "The decision is the same."
      default: "All \(count) decisions are the same."
      }
    guard replay.gaps > 0 else { return sentence }
    let gaps = counted(Int64(replay.gaps), "gap")
    return "\(sentence) The recording has \(gaps), where events are missing."
  }

  /// Prints a difference, and throws ``Failure/differs``.
  private func print(
    _ difference: Replay.Difference,
    _ line: Int,
    after count: Int,
    to output: inout Output
  ) throws(Failure) {
    let (before, recorded) = (difference.before, difference.recorded)
    if isJSON {
      output.print([
        "same": false, "line": .number("\(line)"),
        "before": before.map { $0.event.json } ?? .null, "event": recorded.event.json,
        "recorded": recorded.decision, "replayed": difference.replayed,
      ])
      try output.flush()
      throw .differs
    }
    let words = ReplayWords(names: replay.names)
    let same = "\(counted(Int64(count), "decision")) that \(count == 1 ? "is" : "are") the same"
    output.print("The first difference is in \(source.name):\(line), after \(same).")
    output.print("")
    if let before { output.print("before  \(words.line(before))") }
    output.print("event   \(words.line(recorded))")
    let colour = output.presentation.colour
    for change in words.difference(recorded.decision, difference.replayed) {
      output.print("  " + colour.paint(change.text, change.style))
    }
    if output.presentation.hasLegend {
      output.print(["", "- as recorded, + as this version decides."])
    }
    try output.flush()
    throw .differs
  }
}

extension MemberFault {
  /// The fault as the end of a message.
  var sentence: String {
    place.isEmpty ? "expected \(expected)" : "\(place.printable): expected \(expected)"
  }
}
