import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
package import ControlCore
import Glibc

extension Verb {
  package static let timeline = Verb(
    name: "timeline",
    argument: .words("FILE"),
    options: [
      Option(
        name: "output",
        letter: "o",
        value: .text("FILE"),
        meaning: "Write to this file, in the format of its suffix."
      ),
      Option(name: "format", value: .word(["svg", "html"]), meaning: "Write this format."),
      Option(name: "since", value: .moment, meaning: "Begin at this decision or time."),
      Option(name: "before", value: .moment, meaning: "End at this decision or time."),
      Option(
        name: "follow",
        letter: "f",
        meaning: "Write the file again at each decision."
      ),
    ] + SessionFilter.options,
    summary: "Draw who was playing, ducked, interrupted or refused, when, and by whom.",
    details: """
      The picture has a lane for each session, grouped by zone, and a bar for each condition: its
      height is the gain. Point at a bar to read what it means and which rule is its reason. The
      format html adds keyboard control and a table of all decisions; a file of either format needs
      no other file and no network, so that it can be attached to a report. The decisions come from
      the daemon's log, which keeps the latest 1024, or from FILE, which was printed by `monitor -j`
      or `log -j`; - is standard input. With --json the conditions are printed instead. WHEN is as
      for `log`. What --output names is replaced by a new file that only you may read; a FIFO or a
      device is written to as it is.

      Several FILEs, each from one machine, become one picture. Its lanes are grouped by machine,
      which is named by the file, or by NAME in NAME=FILE; those that stand for sessions of other
      machines say from which. The times are those that each machine's clock had: the picture is
      only as exact as the clocks agree, and nothing but the picture compares them. What was so at
      the end of a recording is drawn up to the end of the longest, so make all of them at the same
      time. --since and --before are then times.
      """,
    action: .program { invocation, output throws(Failure) in
      let clock = output.presentation.clock
      let isTerminal = isatty(STDOUT_FILENO) == 1
      let command = try Command(invocation, clock, isTerminal: isTerminal)
      if invocation.has("follow"), let path = command.path {
        var follower = try Follower(invocation, command, path)
        try follower.run()
        return 0
      }
      let model = try timelineModel(invocation, clock)
      if invocation.has("json") {
        output.print(command.part(of: model).json)
      } else if let path = command.path {
        try PrivateFile.write(command.text(model), to: path)
      } else {
        // Its last line ends as a printed line does.
        output.print(String(command.text(model).dropLast()))
      }
      return 0
    }
  )

  /// The timeline of recordings, or that of the daemon's log.
  private static func timelineModel(
    _ invocation: Invocation,
    _ clock: Clock
  ) throws(Failure) -> Model {
    let operands = try Operand.all(invocation.arguments)
    if operands.isEmpty {
      var daemon = try Daemon(invocation)
      return try Source.log(&daemon).model(at: clock.now)
    }
    var recordings: [MachineRecording] = []
    for operand in operands {
      let path = operand.path
      let recording = try Recording(File.read(path), name: path)
      if recording.isCut {
        StandardError.write("audiosessionctl: \(path.printable): the last line is incomplete")
      }
      recordings.append(MachineRecording(machine: operand.machine, inputs: recording.inputs))
    }
    return Model.of(recordings)
  }
}
