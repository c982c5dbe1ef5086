import AudioSessionJSON
import AudioSessionRecording
import AudioSessionWire
import ControlCore

/// The replay of a recording's lines, the header first, in the core of this program.
struct RecordingReplay {
  private let path: String
  private(set) var replay = Replay()
  private var hasHeader = false

  /// - Parameter path: The file, or `-`, for errors.
  init(path: String) { self.path = path == "-" ? "standard input" : path }

  /// The recording in a message: its path, or that it is standard input.
  var name: String { path.printable }

  /// Takes the next line.
  ///
  /// - Returns: The difference, if the decision isn't the recorded one.
  /// - Throws: ``Failure/file(_:)`` if the line can't be replayed.
  mutating func take(_ line: Lines.Line) throws(Failure) -> Replay.Difference? {
    do {
      guard hasHeader else {
        try Recording.check(header: line.value)
        hasHeader = true
        return nil
      }
      return try replay.take(line.value)
    } catch {
      throw failure(line, error.sentence)
    }
  }

  /// Throws unless there were a header and a state.
  func checkWhole() throws(Failure) {
    guard replay.hasBegun else {
      throw .file("\(name): expected a recording, with a header and a state")
    }
  }

  func failure(_ line: Lines.Line, _ sentence: String) -> Failure {
    .file("\(name):\(line.number): \(sentence)")
  }
}

/// A recording with the decisions of this program in place of those that were recorded.
struct Revision {
  private var source: RecordingReplay
  private var lines: [String] = []
  private var changes: Int64 = 0

  /// - Parameter path: The file that is read, or `-`.
  init(of path: String) { source = RecordingReplay(path: path) }

  /// Takes the next line.
  ///
  /// - Throws: ``Failure/file(_:)`` if the line can't be replayed.
  mutating func take(_ line: Lines.Line) throws(Failure) {
    let difference = try source.take(line)
    if difference != nil { changes += 1 }
    let members = (line.value.members ?? []).map { member in
      member.name == "decision" ? .init(member.name, difference?.replayed ?? member.value) : member
    }
    lines.append(JSONValue.object(members).text)
  }

  /// Writes the file, which may be the one that was read, and says how much is new.
  ///
  /// - Throws: ``Failure/file(_:)`` if there was no recording, or the file can't be written.
  func write(to path: String, _ output: inout Output, isJSON: Bool) throws(Failure) {
    try source.checkWhole()
    try PrivateFile.write(lines.map { "\($0)\n" }.joined(), to: path)
    let decisions = source.replay.decisions
    if isJSON {
      output.print([
        "decisions": .number("\(decisions)"), "changed": .number("\(changes)"),
      ])
    } else {
      let count = counted(Int64(decisions), "decision")
      output.print("\(count) written to \(path.printable), \(changes) of them changed.")
    }
  }
}
