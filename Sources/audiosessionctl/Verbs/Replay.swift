import AudioSessionRecording
import AudioSessionWire

extension Verb {
  static let replay = Verb(
    name: "replay",
    argument: .one("FILE"),
    options: [
      Option(
        name: "daemon",
        value: .text("PATH"),
        isValueOptional: true,
        meaning: "Repeat it in a fresh audiosessiond, too."
      ),
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
      one differs, 1 if the file can't be replayed. With --daemon a daemon is started for this
      alone, PATH or the one beside this program, and clients of your own bring the events about in
      it, at the recorded pace while a lease or an offer runs. That requires a recording of one
      user that begins before any session was opened, in which no process is suspended, ends apart
      from its connections, as one under `run` does, or leaves a lease that is held on. With
      --output nothing is compared: FILE is what this version would have recorded, such as for a
      test that holds a mended decision.
      """,
    action: .local { invocation, output throws(Failure) in
      let path = invocation.arguments[0]
      var lines = try RecordingLines(of: path)
      if let copy = invocation.value("output") {
        let other = ["daemon", "verbose"].first(where: invocation.has)
        if let other { throw .usage("replay --output: --\(other) can't be combined with it") }
        var revision = RecordingRevision(of: path)
        while let line = try lines.next() { try revision.take(line) }
        if copy == "-" { throw .usage("replay --output: expected a file, not standard output") }
        return try revision.write(to: copy, &output, isJSON: invocation.has("json"))
      }
      var report = ReplayReport(
        path: path,
        isVerbose: invocation.has("verbose"),
        isJSON: invocation.has("json")
      )
      var tape: [RecordingLines.Line] = []
      while let line = try lines.next() {
        if invocation.has("daemon") { tape.append(line) }
        try report.take(line, to: &output)
        if invocation.has("verbose") { try output.flush() }
      }
      if invocation.has("daemon") {
        let named = invocation.value("daemon") ?? ""
        let program = named.isEmpty ? ConfigurationCheck.program("audiosessiond") : named
        try report.replay(tape, in: program, timeout: invocation.timeout, to: &output)
      }
      try report.finish(to: &output)
    }
  )
}
