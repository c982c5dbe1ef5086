import AudioSessionRecording
import AudioSessionWire
package import ControlCore

extension Verb {
  package static let replay = Verb(
    name: "replay",
    argument: .one("FILE"),
    options: [
      Option(
        name: "output",
        letter: "o",
        value: .text("FILE"),
        meaning: "Write it anew, with the decisions of this version."
      ),
      Option(name: "verbose", letter: "v", meaning: "Print each event as it is repeated."),
    ],
    summary: "Repeat a recording, and show the first decision that differs.",
    details: """
      FILE was written by `record`; - is standard input. The events are decided about again by this
      program, under the recorded policy and in the recorded time, without a daemon and without
      waiting. A difference is shown with the event that led to it: lines with - were recorded,
      lines with + are what this version decides. Exit status 0 if all decisions are the same, 2 if
      one differs, 1 if the file can't be replayed. With --output nothing is compared: FILE is what
      this version would have recorded, such as for a test that holds a mended decision.
      """,
    action: .local { invocation, output throws(Failure) in
      let path = invocation.arguments[0]
      var lines = try Lines(of: path)
      if let copy = invocation.value("output") {
        if invocation.has("verbose") {
          throw .usage("replay --output: --verbose can't be combined with it")
        }
        var revision = Revision(of: path)
        while let line = try lines.next() { try revision.take(line) }
        if copy == "-" { throw .usage("replay --output: expected a file, not standard output") }
        return try revision.write(to: copy, &output, isJSON: invocation.has("json"))
      }
      var report = ReplayReport(
        path: path,
        isVerbose: invocation.has("verbose"),
        isJSON: invocation.has("json")
      )
      while let line = try lines.next() {
        try report.take(line, to: &output)
        if invocation.has("verbose") { try output.flush() }
      }
      try report.finish(to: &output)
    }
  )
}
