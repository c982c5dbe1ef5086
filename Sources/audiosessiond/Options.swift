/// What the command line asks for.
struct Options: Equatable {
  /// What the program is to do.
  enum Action: Equatable { case serve, checkConfiguration, showVersion, showHelp }

  var action = Action.serve
  /// The instance of one user rather than the system's.
  var isUserInstance = false
  /// Nothing is to be printed but what is wrong.
  var isQuiet = false
  var socketPath: String?
  var configurationFile: String?

  /// Reads the arguments, without the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--user": isUserInstance = true
      case "--check-config": action = .checkConfiguration
      case "--quiet", "-q": isQuiet = true
      case "--version": action = .showVersion
      case "--help", "-h": action = .showHelp
      default:
        guard let (name, value) = try Options.valued(argument, &rest) else {
          throw UsageError(message: "\(argument): expected an option that --help shows")
        }
        if name == "--socket" { socketPath = value } else { configurationFile = value }
      }
      if action == .showHelp || action == .showVersion { return }
    }
  }

  /// An option that has a value, as `--name=value` or as two words; nil if it is no such option.
  private static func valued(
    _ argument: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> (name: String, value: String)? {
    for name in ["--socket", "--config"] {
      if argument.hasPrefix(name + "=") {
        let value = String(argument.dropFirst(name.count + 1))
        guard !value.isEmpty else { throw UsageError(message: "\(name): expected a path") }
        return (name, value)
      }
      guard argument == name else { continue }
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw UsageError(message: "\(name): expected a path after it")
      }
      return (name, value)
    }
    return nil
  }

  /// What `--help` prints.
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

/// Arguments that make no sense.
struct UsageError: Error, Equatable {
  var message: String
}
