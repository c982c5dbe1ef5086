import AudioSessionSystem
import House

/// The command line of the program.
struct Options: Equatable {
  /// What to do; `serve` unless an option says otherwise.
  enum Action: Equatable { case serve, checkConfiguration, report, hold, showVersion, showHelp }

  private(set) var action = Action.serve
  /// Whether to print errors only.
  private(set) var isQuiet = false
  /// Whether to print the bridge's answer as it is, in JSON.
  private(set) var isJSON = false
  /// The path of the daemon's socket; nil to try the usual ones.
  private(set) var socketPath: String?
  /// The configuration file that replaces all others; nil for the usual ones.
  private(set) var configurationFile: String?
  private(set) var house: HouseName?
  private(set) var node: HouseName?
  private(set) var broker: BrokerAddress?

  /// Reads the arguments, without the program's name.
  init(_ arguments: ArraySlice<String>) throws(UsageError) {
    var arguments = ProgramArguments(arguments)
    while let argument = arguments.next() {
      switch argument {
      case "--check-config": action = .checkConfiguration
      case "--report": action = .report
      case "--hold": action = .hold
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
    case "--broker":
      guard let address = BrokerAddress(value) else {
        throw UsageError("--broker=\(value): expected \(BrokerAddress.expected)")
      }
      broker = address
    default:
      guard let text = HouseName(value) else {
        throw UsageError("\(name)=\(value): expected \(HouseName.expected)")
      }
      if name == "--house" { house = text } else { node = text }
    }
  }

  private static let kindsOfValue: KeyValuePairs = [
    "--socket": "a path", "--config": "a path", "--broker": BrokerAddress.expected,
    "--house": "a name", "--node": "a name",
  ]

  /// The text of `--help`.
  static let help = """
    usage: audiosession-house [--socket PATH] [--config FILE] [--broker HOST[:PORT]]
                              [--house NAME] [--node NAME]
           audiosession-house [OPTIONS] --check-config [--quiet]
           audiosession-house --report [-j]
           audiosession-house --hold [-j]

    Tells the other machines of a house, by an MQTT 5 broker, of this machine's calls, alarms
    and assistants, and has this machine's daemon heed theirs.

      --socket PATH       connect to the daemon at PATH, not at AUDIOSESSION_SOCKET, the user's
                          own socket or the system's
      --config FILE       read FILE instead of all configuration files
      --broker HOST:PORT  the broker; the port is 1883 unless given, and 8883 by TLS
      --house NAME        the name of the house, the same on all its machines
      --node NAME         this machine's name in it, by default that of the machine
      --check-config      check the configuration: print its errors, or else the settings in
                          effect and the file of each, and exit
      --report            ask the running bridge what it tells and hears, and how that stands
      --hold              ask for the device that the machines share, and print what comes of it,
                          until a signal ends this program
      -j, --json          with --report and --hold: print what is told as JSON
      --quiet             with --check-config: print errors only
      --version           print the version
      --help              print this help

    Exit status: 0 after an orderly stop, 1 wrong usage, 69 no bridge is running, 78 invalid
    configuration. SIGHUP begins anew with the configuration as it is then, unless there is an
    error in it; SIGTERM takes back what the house was told and what the daemon was, and stops.
    """
}
