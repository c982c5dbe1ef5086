/// What the command line asks for.
struct Options: Equatable {
  /// What the program is to do.
  enum Action: Equatable {
    case serve
    /// To watch over another agent, whose process is the parent, and to give back what it has
    /// touched when it dies. The agent starts this itself, and so `--help` doesn't name it.
    case guardAgent
    case checkConfiguration
    case explainRules
    case silentSwitch(SilentSwitch)
    case showVersion
    case showHelp
  }

  /// What is done to the silent switch of the agent that runs (R62).
  enum SilentSwitch: String, CaseIterable { case on, off, toggle, status }

  var action = Action.serve
  /// Nothing is to be printed but what is wrong.
  var isQuiet = false
  /// The answer is to be printed as the agent gives it.
  var isJSON = false
  /// The daemon's socket, if it isn't to be looked for.
  var socketPath: String?
  var configurationFile: String?

  /// Reads the arguments, without the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--guard": action = .guardAgent
      case "--check-config": action = .checkConfiguration
      case "--explain-rules": action = .explainRules
      case "--quiet", "-q": isQuiet = true
      case "--json", "-j": isJSON = true
      case "--version": action = .showVersion
      case "--help", "-h": action = .showHelp
      default: try set(argument, &rest)
      }
      if action == .showHelp || action == .showVersion { return }
    }
  }

  /// Sets an option that has a value.
  private mutating func set(
    _ argument: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    guard let (name, value) = try Options.valued(argument, &rest) else {
      throw UsageError(message: "\(argument): expected an option that --help shows")
    }
    switch name {
    case "--socket": socketPath = value
    case "--config": configurationFile = value
    default:
      guard let wanted = SilentSwitch(rawValue: value) else {
        throw UsageError(message: "\(name)=\(value): expected \(Options.switchWords)")
      }
      action = .silentSwitch(wanted)
    }
  }

  private static let switchWords = "on, off, toggle or status"

  /// An option that has a value, as `--name=value` or as two words; nil if it is no such option.
  private static func valued(
    _ argument: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> (name: String, value: String)? {
    for (name, kind) in [
      ("--socket", "a path"), ("--config", "a path"), ("--silent", switchWords),
    ] {
      if argument.hasPrefix(name + "=") {
        let value = String(argument.dropFirst(name.count + 1))
        guard !value.isEmpty else { throw UsageError(message: "\(name): expected \(kind)") }
        return (name, value)
      }
      guard argument == name else { continue }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw UsageError(message: "\(name): expected \(kind) after it")
      }
      return (name, value)
    }
    return nil
  }

  /// What `--help` prints.
  static let help = """
    usage: audiosession-agent [--socket PATH] [--config FILE]
           audiosession-agent [--config FILE] --check-config [--quiet]
           audiosession-agent --explain-rules [-j]
           audiosession-agent --silent on|off|toggle|status

    Makes audiosessiond's decisions heard on PipeWire, and opens sessions for programs that don't
    ask for any. It runs once for each user.

      --socket PATH     the daemon's socket, in place of AUDIOSESSION_SOCKET, the user's own
                        daemon's and the system's
      --config FILE     read FILE in place of all configuration files
      --check-config    read the configuration, say what is wrong with it or print what holds
                        and which file says so, and end
      --explain-rules   ask the agent that runs which rule took which stream, and why
      -j, --json        with --explain-rules: the answer as JSON
      --silent STATE    turn the silent switch of the agent that runs, or ask for it
      --quiet           with --check-config: say nothing but what is wrong
      --version         print the version
      --help            print this

    A file with an error is left out at the start, and its line is said; a FILE that was named
    must be right. Exit status: 0 after an orderly stop, 1 wrong usage, 69 no agent answers,
    75 an agent runs already, 78 the configuration is wrong. SIGHUP reads the configuration
    again; SIGTERM gives back every stream and stops.
    """
}

/// Arguments that make no sense.
struct UsageError: Error, Equatable {
  var message: String
}
