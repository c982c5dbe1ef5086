import AudioSessionSystem
import AudioSessionWire
import ConfigurationFile
import Glibc
import SessionServer

// The program around the server: arguments, the first look at the configuration, exit status.

/// What the program ends with, for the shell and the service manager.
enum ExitStatus {
  static let usage: CInt = 1
  static let socketTaken: CInt = 75
  static let badConfiguration: CInt = 78
}

/// Ends the program with a message.
func fail(_ status: CInt, _ message: String) -> Never {
  StandardError.write("audiosessiond: \(message)")
  exit(status)
}

/// The value of an environment variable, unless it is empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

func serverOptions(_ options: Options) -> ServerOptions {
  let instanceUser = options.isUserInstance ? getuid() : nil
  let configurationHome =
    environment("XDG_CONFIG_HOME") ?? environment("HOME").map { "\($0)/.config" }
  let source: ConfigurationSource =
    if let file = options.configurationFile {
      .file(file)
    } else if options.isUserInstance {
      .user(configurationHome: configurationHome)
    } else {
      .system()
    }
  let path = options.socketPath ?? defaultSocketPath(options)
  return ServerOptions(socketPath: path, source: source, instanceUser: instanceUser)
}

func defaultSocketPath(_ options: Options) -> String {
  guard options.isUserInstance else { return "/run/audiosession/socket" }
  guard let runtime = environment("XDG_RUNTIME_DIR") else {
    fail(ExitStatus.usage, "XDG_RUNTIME_DIR isn't set; expected it, or --socket PATH")
  }
  return "\(runtime)/audiosession/socket"
}

/// The configuration, after its faults and warnings were told by `say`.
func load(_ options: ServerOptions, _ say: (JournalKind, String) -> Void) -> LoadedSettings {
  let loaded = options.loadSettings()
  if !loaded.leftOut.isEmpty {
    say(.policyRefused, loaded.faults.map(\.description).joined(separator: "\n"))
    exit(ExitStatus.badConfiguration)
  }
  for warning in loaded.warnings { say(.configurationWarning, "\(warning)") }
  return loaded
}

func serve(_ options: ServerOptions) {
  Heap.keepSmall()
  let service = ServiceEnvironment.take()
  let journal = Journal()
  // Why it can't start is said plainly to whoever started it by hand.
  func say(_ kind: JournalKind, _ message: String) {
    if journal.keepsFields { journal.write(kind, message) } else { StandardError.write(message) }
  }
  let configuration = load(options, say)
  do throws(Errno) {
    try OpenFilesLimit.raise()
  } catch {
    say(.failed, "audiosessiond: few connections are possible: \(error)")
  }
  do throws(ServerError) {
    let server = try Server(
      options: options,
      configuration: configuration,
      service: service,
      journal: journal
    )
    try server.run()
  } catch {
    say(.failed, "audiosessiond: \(error)")
    switch error {
    case .socket(.taken): exit(ExitStatus.socketTaken)
    case .socket, .failed: exit(ExitStatus.usage)
    }
  }
}

func printLine(_ text: String) {
  var line = text
  line.append("\n")
  line.withUTF8 { bytes in _ = write(STDOUT_FILENO, bytes.baseAddress, bytes.count) }
}

do throws(UsageError) {
  let options = try Options(CommandLine.arguments.dropFirst())
  switch options.action {
  case .showHelp: printLine(Options.help)
  case .showVersion: printLine("audiosessiond \(version)")
  case .checkConfiguration:
    let loaded = load(serverOptions(options)) { StandardError.write($1) }
    printLine(ConfigurationPrinter.effective(loaded.settings))
  case .serve: serve(serverOptions(options))
  }
} catch {
  fail(ExitStatus.usage, error.message)
}
