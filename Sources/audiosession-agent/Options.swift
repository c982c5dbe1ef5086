import AudioSessionSystem
import AudioSessionWire

/// The command line of the program.
struct Options: Equatable {
  /// What to do; `serve` unless an option says otherwise.
  enum Action: Equatable {
    case serve
    /// Watches over the agent that is the parent process, and gives back what it touched when it
    /// dies. Only the agent itself starts this, so `--help` doesn't name it.
    case guardAgent
    case checkConfiguration
    case explainRules
    case silentSwitch(SilentSwitchCommand)
    case keepPaused
    /// Leaves a program alone from now on, or no longer.
    case leave(String)
    case adopt(String)
    /// Prints the programs that are left alone so.
    case listLeft
    case showVersion
    case showHelp
  }

  /// An operation on the running agent's silent switch (R62).
  enum SilentSwitchCommand: String, CaseIterable { case on, off, toggle, status }

  private(set) var action = Action.serve
  /// Whether to print errors and warnings only.
  private(set) var isQuiet = false
  /// Whether to print the agent's answer as it is, in JSON.
  private(set) var isJSON = false
  /// The path of the daemon's socket; nil to try the usual ones.
  private(set) var socketPath: String?
  /// The configuration file that replaces all others; nil for the usual ones.
  private(set) var configurationFile: String?

  /// Reads the arguments, without the program's name.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var arguments = ProgramArguments(arguments)
    while let argument = arguments.next() {
      switch argument {
      case GuardProcess.argument: action = .guardAgent
      case "--check-config": action = .checkConfiguration
      case "--explain-rules": action = .explainRules
      case "--keep-paused": action = .keepPaused
      case "--left": action = .listLeft
      case "--quiet", "-q": isQuiet = true
      case "--json", "-j": isJSON = true
      case "--version": action = .showVersion
      case "--help", "-h": action = .showHelp
      default:
        let (name, value) = try arguments.valuedOption(argument, of: Options.kindsOfValue)
        try set(name, value)
      }
      if action == .showHelp || action == .showVersion { return }
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "--socket": socketPath = value
    case "--config": configurationFile = value
    case "--leave", "--adopt":
      guard let program = LeftPrograms.name(value) else {
        throw UsageError("\(name)=\(value.printable): expected \(LeftPrograms.expected)")
      }
      action = name == "--leave" ? .leave(program) : .adopt(program)
    default:
      guard let wanted = SilentSwitchCommand(rawValue: value) else {
        throw UsageError("\(name)=\(value): expected \(Options.switchWords)")
      }
      action = .silentSwitch(wanted)
    }
  }

  private static let switchWords = "on, off, toggle or status"

  private static let kindsOfValue: KeyValuePairs = [
    "--socket": "a path", "--config": "a path", "--silent": switchWords,
    "--leave": "a program's name", "--adopt": "a program's name",
  ]

  /// The text of `--help`.
  static let help = """
    usage: audiosession-agent [--socket PATH] [--config FILE]
           audiosession-agent [--config FILE] --check-config [--quiet]
           audiosession-agent --explain-rules [-j]
           audiosession-agent --silent on|off|toggle|status
           audiosession-agent --keep-paused
           audiosession-agent --leave|--adopt PROGRAM
           audiosession-agent --left

    Carries out audiosessiond's decisions on PipeWire streams, and opens sessions for programs
    that don't open any themselves. Runs once per user.

      --socket PATH     connect to the daemon at PATH, not at AUDIOSESSION_SOCKET, the user's
                        own socket or the system's
      --config FILE     read FILE instead of all configuration files
      --check-config    check the configuration: print its errors, or else the settings in
                        effect and the file of each, and exit
      --explain-rules   ask the running agent which rule applies to each stream, and why
      -j, --json        with --explain-rules: print the answer as JSON
      --silent STATE    turn the running agent's silent switch on or off, toggle it, or print
                        its status
      --keep-paused     let the players that the running agent has paused stay paused, and
                        print their names
      --leave PROGRAM   leave a program alone from now on: its file's name, its application
                        id or its name for people
      --adopt PROGRAM   undo --leave
      --left            print the programs that --leave has left alone, one a line
      --quiet           with --check-config: print errors and warnings only
      --version         print the version
      --help            print this help

    At startup a file with an error is reported and left out; an error in a FILE given by
    --config is fatal. Exit status: 0 after an orderly stop, 1 wrong usage, 69 no agent is
    running, 75 an agent is already running, 78 invalid configuration. SIGHUP reloads the
    configuration; SIGTERM restores every stream and stops.
    """
}
