import AudioSessionJSON
import AudioSessionRecording
import AudioSessionWire
package import ControlCore
import Glibc

extension Verb {
  package static let record = Verb(
    name: "record",
    options: [
      Option(
        name: "output",
        letter: "o",
        value: .text("FILE"),
        meaning: "Write to FILE (default: -, standard output)."
      ),
      Option(
        name: "count",
        value: .number("N", 1...JSONDocument.largestInteger),
        meaning: "Exit after N decisions."
      ),
      Option(
        name: "anonymous",
        meaning: "Replace names and users, and omit times of day."
      ),
    ],
    summary: "Record decisions, so that they can be replayed.",
    details: """
      A recording begins with the policy and the state of all sessions, and has a line of JSON for
      each event and its decision, until the daemon ends or the program is interrupted. It contains
      the names of sessions, applications and zones, and user ids; --anonymous replaces them, each
      always by the same word, so that the file can be sent to others. Requires the grant observe.
      FILE is a new file that only you may read, in place of a former one, once the daemon permits
      the recording; a FIFO or a device is written to as it is.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let machine = Recorder(
        count: invocation.number("count"),
        isAnonymous: invocation.has("anonymous")
      )
      var run = try RecordingRun(machine)
      guard let path = invocation.value("output"), path != "-" else {
        try run.start(&daemon, &output)
        return try run.record(&daemon, to: &output)
      }
      var file = try PrivateFile(for: path)
      var output = Output(to: file.number, output.presentation)
      try run.start(&daemon, &output)
      try file.putInPlace()
      try run.record(&daemon, to: &output)
    }
  )
}
