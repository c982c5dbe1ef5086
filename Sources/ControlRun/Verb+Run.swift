import AudioSessionClient
import AudioSessionSystem
import AudioSessionWire
package import ControlCore

extension Verb {
  package static let run = Verb(
    name: "run",
    argument: .command("COMMAND"),
    options: SessionOptions.all + [
      SessionOptions.name,
      Option(
        name: "wait",
        value: .seconds,
        isValueOptional: true,
        meaning: "If the session is refused, wait until it is granted."
      ),
      Option(
        name: "on-interrupt",
        value: .word(of: Settings.Reaction.self),
        meaning: "What an interruption does to COMMAND (default stop)."
      ),
      Option(
        name: "pause-command",
        value: .text("CMD"),
        meaning: "A shell command that pauses it, instead of stop."
      ),
      Option(
        name: "resume-command",
        value: .text("CMD"),
        meaning: "A shell command that resumes it."
      ),
      Option(name: "strict", meaning: "Without a daemon, don't run COMMAND."),
      Option(
        name: "timeout",
        value: .seconds,
        meaning: "Time to wait for replies (default 1s, strict 10s)."
      ),
    ],
    timeout: Verb.shortTimeout,
    summary: "Run a command in a session of its own.",
    details: """
      The session is active before COMMAND starts, belongs to it and ends with it. By default it has
      the category playback and the command's name. If it is refused, COMMAND isn't run unless --wait
      is given, and the message names the session in the way.

      When the session is interrupted, the process group of COMMAND is stopped by SIGSTOP; it is
      continued when the session may resume. --on-interrupt=terminate sends SIGTERM instead, and
      ignore does nothing. After an interruption without a recommendation to resume, or to resume
      earlier, send SIGCONT to this program: it activates the session again, and continues COMMAND
      if that is granted. A job that is stopped at the terminal gives up its session until it is
      continued.

      Without a daemon COMMAND is run all the same, unless --strict is given. If the daemon ends
      meanwhile, COMMAND goes on and gets a new session from the next one; if it was stopped, it is
      continued when nothing holds it back any more, or after 5 seconds without a daemon.

      A daemon that hangs delays COMMAND by a second, or the time of --timeout, which is for all
      its replies together; then COMMAND is run before they come. If the late reply is a refusal,
      COMMAND is interrupted as by another session.

      The exit status is that of COMMAND, or 128 plus the number of the signal that ended it; 126 if
      it can't be executed, 127 if it isn't found; 2 if the session was refused; if --strict is given,
      3 if the daemon doesn't reply in time, and 4 without a daemon. Signals and the terminal are passed on. The environment of COMMAND has
      the session's number in AUDIOSESSION_ID and the daemon's path in AUDIOSESSION_SOCKET.
      """,
    action: .program { invocation, _ throws(Failure) in
      let request = try RunRequest(invocation)
      let name = request.command[0]
      switch CommandFile(name, searchPath: SocketPath.environment("PATH")) {
      case .found(let path):
        return try Runner.run(request, path, at: try invocation.socketPaths())
      case .missing:
        StandardError.write("audiosessionctl: \(name.printable): command not found")
        return CommandFile.missingStatus
      case .notExecutable:
        StandardError.write("audiosessionctl: \(name.printable): permission denied")
        return CommandFile.notExecutableStatus
      }
    }
  )
}
