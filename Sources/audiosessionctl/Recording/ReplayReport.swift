import AudioSessionSchema
import AudioSessionArbitration
import AudioSessionRecording
import AudioSessionWire

/// The output of `replay`, line by line of the recording.
struct ReplayReport {
  private var source: RecordingReplay
  private let isVerbose: Bool
  private let isJSON: Bool
  private var isInDaemon = false

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
  mutating func take(_ line: RecordingLines.Line, to output: inout Output) throws(Failure) {
    let same = replay.decisions
    if let difference = try source.take(line) {
      return try print(difference, line.number, after: same, "this version", to: &output)
    }
    if isVerbose, !isJSON, let decision = line.value["decision"] {
      let words = ReplayWords(names: replay.names)
      output.print(words.line(line.value["event"] ?? .null, decision))
    }
  }

  /// Repeats the recording in a fresh daemon, too.
  mutating func replay(
    _ tape: [RecordingLines.Line],
    in program: String,
    timeout: Duration,
    to output: inout Output
  ) throws(Failure) {
    guard tape.count > 1 else { return }
    isInDaemon = true
    let start: RecordedState = try read(tape[1]) { line throws(MemberFault) in
      try Recording.read(line)
    }
    let events = try tape.dropFirst(2).map { line throws(Failure) in
      guard line.value["state"] == nil else {
        throw source.failure(line, "events are missing before it")
      }
      return try read(line) { line throws(MemberFault) in try RecordedEvent.read(line) }
    }
    let retelling: Retelling
    do {
      retelling = try Retelling(start, events)
    } catch {
      throw source.failure(tape[1], error.sentence)
    }
    let daemon = try DaemonReplay(start, retelling, program: program, timeout: timeout)
    var same = 0
    for (line, event) in zip(tape.dropFirst(2), events) {
      let step: Retelling.Step
      do {
        step = try daemon.step(for: event)
      } catch {
        throw source.failure(line, "\(error.sentence), which a fresh daemon can't repeat")
      }
      if let difference = try daemon.take(event, by: step) {
        try print(difference, line.number, after: same, "the daemon", to: &output)
      }
      if event.decision["seq"] != nil { same += 1 }
    }
  }

  private func read<Value>(
    _ line: RecordingLines.Line,
    _ body: (JSONValue) throws(MemberFault) -> Value
  ) throws(Failure) -> Value {
    do {
      return try body(line.value)
    } catch {
      throw source.failure(line, error.sentence)
    }
  }

  /// Prints that everything was the same.
  func finish(to output: inout Output) throws(Failure) {
    try source.checkWhole()
    if isJSON {
      return output.print([
        "same": true, "decisions": .number("\(replay.decisions)"),
        "events": .number("\(replay.events)"), "gaps": .number("\(replay.gaps)"),
        "daemon": .bool(isInDaemon),
      ])
    }
    output.print(verdict)
  }

  private var verdict: String {
    let count = Int64(replay.decisions)
    let place = isInDaemon ? ", in a fresh daemon as well" : ""
    let sentence =
      switch count {
      case 0: "There are no decisions in the recording."
      case 1: "The decision is the same\(place)."
      default: "All \(count) decisions are the same\(place)."
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
    _ decider: String,
    to output: inout Output
  ) throws(Failure) {
    let (before, recorded) = (difference.before, difference.recorded)
    if isJSON {
      output.print([
        "same": false, "line": .number("\(line)"), "daemon": .bool(isInDaemon),
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
    if let before { output.print("before  \(words.line(before.event.json, before.decision))") }
    output.print("event   \(words.line(recorded.event.json, recorded.decision))")
    let colour = output.presentation.colour
    for change in words.difference(recorded.decision, difference.replayed) {
      output.print("  " + colour.paint(change.text, change.style))
    }
    if output.presentation.hasLegend {
      output.print(["", "- as recorded, + as \(decider) decides."])
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
