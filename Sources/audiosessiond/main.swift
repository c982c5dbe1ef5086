import AudioSessionConfigurationFile
import AudioSessionServer
import AudioSessionSystem
import AudioSessionWire
import Glibc

// The program around the server: arguments, the first reading of the configuration, exit status.

/// Exit status of the program, for the shell and the service manager.
private enum ExitStatus {
  static let usage: CInt = 1
  static let socketTaken: CInt = 75
  static let badConfiguration: CInt = 78
}

/// Prints a message to standard error and exits.
private func fail(_ status: CInt, _ message: String) -> Never {
  StandardError.write("audiosessiond: \(message)")
  exit(status)
}

/// The value of an environment variable, unless it is empty.
private func environment(_ name: String) -> String? {
  guard let value = getenv(name), value.pointee != 0 else { return nil }
  return String(cString: value)
}

private func serverOptions(_ options: Options) -> ServerOptions {
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

private func defaultSocketPath(_ options: Options) -> String {
  guard options.isUserInstance else { return "/run/audiosession/socket" }
  guard let runtime = environment("XDG_RUNTIME_DIR") else {
    fail(ExitStatus.usage, "XDG_RUNTIME_DIR is not set; expected it, or --socket PATH")
  }
  return "\(runtime)/audiosession/socket"
}

/// Reports the errors and warnings of the configuration through `say`.
///
/// - Parameters:
///   - loaded: The configuration as it was read.
///   - isStrict: True if an error ends the program, because somebody is present to read it.
///   - say: Receives each message, with its kind and its journal fields.
private func tell(
  of loaded: LoadedSettings,
  isStrict: Bool,
  _ say: (JournalKind, String, [Journal.Field]) -> Void
) {
  for source in loaded.leftOut {
    let faults = source.faults.map { $0.description }.joined(separator: "\n")
    if isStrict {
      say(.policyRefused, faults, [])
    } else {
      let consequence = "\(source.file) is ignored; the rest of the configuration is in force"
      let field = Journal.Field("CONFIG_FILE", source.file)
      say(.configurationLeftOut, "\(faults)\n\(consequence)", [field])
    }
  }
  for warning in loaded.warnings { say(.configurationWarning, "\(warning)", []) }
  if isStrict && !loaded.leftOut.isEmpty { exit(ExitStatus.badConfiguration) }
}

/// Reads the configuration as the service does, and prints the settings in force.
private func checkConfiguration(_ options: Options) {
  let isReadAsService =
    options.configurationFile == nil && !options.isUserInstance
    && ServiceUser.become()
  let loaded = serverOptions(options).loadSettings(isFirst: false)
  if isReadAsService && !(loaded.faults + loaded.warnings).isEmpty {
    StandardError.write("audiosessiond: read as user \(ServiceUser.name), as the service does")
  }
  let journal = Journal(isBrief: true)
  tell(of: loaded, isStrict: true) { journal.write($0, $1, $2) }
  if !options.isQuiet { StandardOutput.write(ConfigurationPrinter.effective(loaded)) }
}

private func serve(_ options: ServerOptions) {
  Heap.keepSmall()
  let service = ServiceEnvironment.take()
  let journal = Journal(isService: service.notifyAddress != nil)
  // To somebody who started the daemon by hand, the reason for a failure is printed without fields.
  func say(_ kind: JournalKind, _ message: String, _ fields: [Journal.Field] = []) {
    if journal.keepsFields {
      journal.write(kind, message, fields)
    } else {
      StandardError.write(message)
    }
  }
  let configuration = options.loadSettings(isFirst: true)
  // Somebody who names a file waits for the result. All other files are read at boot or after a
  // crash, when nobody is watching, and having no arbiter would be worse than using the defaults.
  let isNamed = if case .file = options.source { true } else { false }
  tell(of: configuration, isStrict: isNamed, say)
  do throws(Errno) {
    try OpenFilesLimit.raise()
  } catch {
    say(.failed, "audiosessiond: the limit of connections stays low: \(error)")
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

do throws(UsageError) {
  let options = try Options(CommandLine.arguments.dropFirst())
  switch options.action {
  case .showHelp: StandardOutput.write(Options.help)
  case .showVersion: StandardOutput.write("audiosessiond \(version)")
  case .checkConfiguration: checkConfiguration(options)
  case .serve: serve(serverOptions(options))
  }
} catch {
  fail(ExitStatus.usage, error.message)
}
