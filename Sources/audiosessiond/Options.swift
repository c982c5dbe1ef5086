import AudioSessionSystem

/// The options on the command line.
struct Options: Equatable {
  /// The action of the program.
  enum Action: Equatable { case serve, checkConfiguration, showVersion, showHelp }

  var action = Action.serve
  /// The per-user instance rather than the system-wide one.
  var isUserInstance = false
  /// Whether to print errors and warnings only.
  var isQuiet = false
  var socketPath: String?
  var configurationFile: String?

  /// Parses the arguments, which do not include the program's name.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
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

  /// The text that `--help` prints.
  static let help = """
    usage: audiosessiond [--user] [--socket PATH] [--config FILE]
           audiosessiond [--user] [--config FILE] --check-config [--quiet]

    Arbitrates audio sessions between processes: decides which programs may be heard.

      --user           serve a single user: $XDG_RUNTIME_DIR/audiosession/socket, user's files
      --socket PATH    listen on PATH
      --config FILE    read FILE instead of the standard configuration files
      --check-config   check the configuration and exit: report errors, or print the settings
                       and the lines that set them; root checks it as the service's user
      --quiet          with --check-config: report errors and print nothing else
      --version        print the version
      --help           print this text

    At start, a file with an error is ignored and the error reported; only a FILE named with
    --config must be correct. SIGHUP reloads the configuration; SIGTERM stops the daemon.
    Exit status: 0 orderly stop, 1 invalid arguments, 75 another daemon listens on the socket,
    78 error in the configuration.
    """
}
