import AudioSessionSystem

/// The command line of the program.
struct Options: Equatable {
  /// What to do; `serve` unless an option says otherwise.
  enum Action: Equatable { case serve, checkConfiguration, showVersion, showHelp }

  var action = Action.serve
  /// Whether this is one user's instance rather than the system's.
  var isUserInstance = false
  /// Whether to print errors and warnings only.
  var isQuiet = false
  var socketPath: String?
  var configurationFile: String?

  /// Reads the arguments, without the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var arguments = ProgramArguments(arguments)
    while let argument = arguments.next() {
      switch argument {
      case "--user": isUserInstance = true
      case "--check-config": action = .checkConfiguration
      case "--quiet", "-q": isQuiet = true
      case "--version": action = .showVersion
      case "--help", "-h": action = .showHelp
      default:
        let paths: KeyValuePairs = ["--socket": "a path", "--config": "a path"]
        let (name, path) = try arguments.valuedOption(argument, of: paths)
        if name == "--socket" { socketPath = path } else { configurationFile = path }
      }
      if action == .showHelp || action == .showVersion { return }
    }
  }

  /// The text of `--help`.
  static let help = """
    usage: audiosessiond [--user] [--socket PATH] [--config FILE]
           audiosessiond [--user] [--config FILE] --check-config [--quiet]

    Arbitrates audio sessions between processes: who may play, who waits, who is lowered.

      --user           serve one user: $XDG_RUNTIME_DIR/audiosession/socket, and the user's files
      --socket PATH    listen at PATH
      --config FILE    read FILE in place of all configuration files
      --check-config   read the configuration, say what is wrong with it or print what holds
                       and which file says so, and end; root reads it as the service's user does
      --quiet          with --check-config: say nothing but what is wrong
      --version        print the version
      --help           print this

    A file with an error is left out at the start, and its line is said; a FILE that was named
    must be right. Exit status: 0 after an orderly stop, 1 wrong usage, 75 the socket is taken,
    78 the configuration is wrong. SIGHUP reads the configuration again; SIGTERM stops.
    """
}
