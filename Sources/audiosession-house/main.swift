import AudioSessionClient
import AudioSessionConfigurationFile
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire
import CMosquitto
import Glibc
import House

// The program around the loop: arguments, the configuration, the exit status.

/// Ends the program with a message.
private func fail(_ status: CInt, _ message: String) -> Never {
  Commands.complain(message)
  exit(status)
}

/// Reads the configuration, or ends the program with its errors.
private func configuration(_ options: Options) -> HouseConfiguration {
  var configuration = HouseConfiguration(options.configurationFile.map { .file($0) } ?? .house())
  configuration.apply(options)
  for fault in configuration.faults { Commands.complain("\(fault)") }
  if !configuration.faults.isEmpty { exit(ExitStatus.badConfiguration) }
  if let lack = configuration.choices.lack { fail(ExitStatus.badConfiguration, lack) }
  return configuration
}

/// Runs the bridge until a signal stops it.
private func serve(_ options: Options) {
  guard audiosession_mqtt_is_built_in() else {
    fail(ExitStatus.usage, "built without MQTT; expected `swift build --traits MQTT`")
  }
  do throws(Errno) {
    // Before anything else: signals that come meanwhile wait for the loop.
    let signals = try Signals()
    var end = HouseLoop.End.reloaded
    while end == .reloaded {
      let choices = configuration(options).choices
      guard let settings = choices.settings else { return }
      let paths = options.socketPath.map { [$0] } ?? SocketPath.candidates()
      end = try HouseLoop(settings, choices.broker, paths: paths).run(signals)
    }
  } catch {
    fail(ExitStatus.usage, "\(error)")
  }
}

do throws(UsageError) {
  let options = try Options(CommandLine.arguments.dropFirst())
  switch options.action {
  case .serve: serve(options)
  case .checkConfiguration:
    let found = configuration(options)
    if !options.isQuiet { StandardOutput.write(HouseConfigurationPrinter.effective(found)) }
  case .report: exit(Commands.report(asJSON: options.isJSON))
  case .showHelp: StandardOutput.write(Options.help)
  case .showVersion: StandardOutput.write("audiosession-house \(version)")
  }
} catch {
  fail(ExitStatus.usage, error.message)
}
