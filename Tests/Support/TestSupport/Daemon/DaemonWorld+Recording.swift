import AudioSessionJSON
import AudioSessionRecording
import AudioSessionWire

/// Records what the daemon decides, and repeats each decision in the core at once.
struct RecordingCheck {
  let connection: ClientConnection
  private var replay = Replay()

  /// Begins to record.
  init(_ connection: ClientConnection) throws(ProcessFault) {
    self.connection = connection
    let start = try connection.granted("events.record")
    try take(start["line"] ?? .null)
  }

  /// Repeats what was decided up to now; throws if anything is decided otherwise.
  mutating func checkDecisions() throws(ProcessFault) {
    for message in try connection.takeTold()
    where message["method"]?.string == NotificationMethod.eventsRecorded.rawValue {
      try take(message["params"]?["line"] ?? .null)
    }
  }

  private mutating func take(_ line: JSONValue) throws(ProcessFault) {
    let difference: Replay.Difference?
    do {
      difference = try replay.take(line)
    } catch {
      throw ProcessFault("not to be replayed: \(error): \(line.text)")
    }
    guard let difference else { return }
    throw ProcessFault("replayed: \(difference.replayed.text)\nrecorded: \(line.text)")
  }
}
