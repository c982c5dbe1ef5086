import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import ControlCore

/// The settings of `run`, as far as they concern its decisions.
struct Settings: Equatable, Sendable {
  /// What happens to the command when its session is interrupted.
  enum Reaction: String, CaseIterable, Sendable {
    /// Its process group is stopped, and continued afterwards.
    case stop
    /// A command pauses it, and another one resumes it.
    case pause
    /// Its process group is sent SIGTERM.
    case terminate
    case ignore
  }

  /// Whether to wait if the session is refused at first.
  enum Patience: Equatable, Sendable {
    case none
    case atMost(Duration)
    case unlimited
  }

  /// The session's name.
  var name: String
  var reaction = Reaction.stop
  var patience = Patience.none
  /// True if the command isn't to be run without a daemon.
  var isStrict = false
  /// The time that the daemon has for its answers, together, before the command is run without them.
  var timeout = Verb.shortTimeout
}

/// A command line of `run`, checked.
struct RunRequest: Equatable, Sendable {
  var settings: Settings
  /// The parameters of `session.open`.
  let session: [JSONValue.Member]
  let application: String?
  let pauseCommand: String?
  let resumeCommand: String?
  /// The program and its arguments.
  let command: [String]

  /// The session's category if the command line names none.
  private static let usual = Category.playback

  init(_ invocation: Invocation) throws(Failure) {
    command = invocation.arguments
    pauseCommand = invocation.value("pause-command")
    resumeCommand = invocation.value("resume-command")
    application = invocation.value("application")
    let name = invocation.value("name") ?? RunRequest.name(of: command[0])
    settings = Settings(name: name, reaction: try RunRequest.reaction(invocation))
    settings.isStrict = invocation.has("strict")
    let isPatient = settings.isStrict && !invocation.has("timeout")
    settings.timeout = isPatient ? Verb.usualTimeout : invocation.timeout
    if invocation.has("wait") {
      settings.patience = invocation.duration("wait").map { .atMost($0) } ?? .unlimited
    }
    session =
      [.init("name", .string(name))]
      + (try SessionOptions.members(invocation, usual: RunRequest.usual))
  }

  private static func reaction(_ invocation: Invocation) throws(Failure) -> Settings.Reaction {
    let commands = ["pause-command", "resume-command"].filter(invocation.has)
    let given = invocation.value("on-interrupt").flatMap(Settings.Reaction.init)
    if given == .pause, commands.count < 2 {
      throw .usage("--on-interrupt=pause: expected --pause-command and --resume-command beside it")
    }
    if commands.count == 1 {
      throw .usage("expected --pause-command and --resume-command, or neither")
    }
    if commands.isEmpty { return given ?? .stop }
    guard given ?? .pause == .pause else {
      throw .usage("--pause-command: expected --on-interrupt=pause beside it")
    }
    return .pause
  }

  /// The program's name without its directories, as far as it may name a session.
  private static func name(of program: String) -> String {
    let base = program.split(separator: "/").last.map(String.init) ?? program
    var name = base.printable
    while name.utf8.count > Limits().nameBytes { name.removeLast() }
    return name
  }
}
