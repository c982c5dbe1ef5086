import AudioSessionClient
import AudioSessionJSON
import AudioSessionRecording
import AudioSessionWire
import ControlCore

/// Turns what the daemon sends into the lines of a recording.
struct Recorder {
  /// The number of decisions that were recorded.
  private(set) var decisions: Int64 = 0
  private let count: Int64?
  private var anonymizer: Anonymizer?

  init(count: Int64?, isAnonymous: Bool) {
    self.count = count
    anonymizer = isAnonymous ? Anonymizer() : nil
  }

  /// The first line of the file.
  var header: JSONValue { Recording.header(writtenBy: "audiosessionctl \(version)") }

  /// True if as much as was wanted is recorded.
  var isDone: Bool { count.map { decisions >= $0 } ?? false }

  /// The line for the reply to `events.record`.
  mutating func line(ofStart reply: JSONValue) throws(Failure) -> JSONValue {
    guard let started: EventsRecordResult = reply.received() else {
      throw .file("the daemon sent no state to record")
    }
    return shown(started.line)
  }

  /// The line for a notification; nil if it has none.
  mutating func line(_ notification: ClientMachine.Notification) -> JSONValue? {
    guard notification.method == NotificationMethod.eventsRecorded.rawValue,
      let recorded: EventsRecorded = notification.params.received()
    else { return nil }
    if recorded.line["decision"]?["seq"] != nil { decisions += 1 }
    return shown(recorded.line)
  }

  private mutating func shown(_ line: JSONValue) -> JSONValue {
    anonymizer?.anonymized(line) ?? line
  }
}
