import AudioSessionWire
package import ControlCore

extension Verb {
  package static let follow = Verb(
    name: "follow",
    argument: .optional("NAME"),
    options: [
      Option(
        name: "format",
        letter: "f",
        value: .text("FORMAT"),
        meaning: "Print this line at each change."
      )
    ] + Hooks.options + [
      Option(
        name: "name",
        value: .text("NAME"),
        meaning: "Open a session of this name, and follow it."
      ),
      Option(name: "reports", meaning: "Read what the program does from standard input."),
      Option(
        name: "pid",
        value: .number("PID", 1...4_194_304),
        meaning: "The session belongs to this process as well."
      ), SessionFilter.user,
    ] + SessionOptions.all,
    summary: "Print a line, or run a command, when what is heard of a session changes.",
    details: """
      Follows the sessions of the name or number NAME, or all; --zone, --priority and --of-user
      restrict them. Each change is a line in the format "{{name}} {{state}} {{gain}} {{by}}", whose
      other words are event, session, rule, reason, playing, recording, owner, uid, application,
      zone, priority, category and mode; with --json it is an object. The state is active, ducked,
      silenced, interrupted, inactive or closed. If there are commands, lines are only printed if
      --format is given. Commands are run by sh(1), one after the other, with $AUDIOSESSION_EVENT,
      _NAME, _ID, _STATE, _GAIN, _BY and _RULE in their environment. That of --on-duck is run with a
      gain of 1 when the session is no longer lowered, or not followed any more.

      With --name, a session is opened for a program that knows nothing of sessions; it has the
      properties that the options give, by default category playback. It is active as long as it
      may, or, with --reports, while the program plays: each line of standard input is playing,
      paused or stopped, and the session ends with the last. --on-began then has to pause the
      program, also if it isn't allowed to play, and --on-resume to let it play again. If the
      program was paused by its user, it isn't resumed.

      If there is no daemon, or it ends, waits for the next one.
      """,
    action: .program { invocation, output throws(Failure) in
      var following = try Following(invocation)
      return try following.run(&output)
    }
  )
}
