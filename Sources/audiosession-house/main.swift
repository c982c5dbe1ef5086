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

/// Reads the configuration, and complains of its errors; nil if there are any.
private func configuration(_ options: Options) -> HouseConfiguration? {
  var configuration = HouseConfiguration(options.configurationFile.map { .file($0) } ?? .house())
  configuration.apply(options)
  for fault in configuration.faults { Commands.complain("\(fault)") }
  if let lack = configuration.choices.lack { Commands.complain(lack) }
  return configuration.faults.isEmpty && configuration.choices.lack == nil ? configuration : nil
}

/// Reads the configuration again; nil, after a complaint, if the old one stays in effect.
private func reread(_ options: Options) -> HouseChoices? {
  let choices = configuration(options)?.choices
  if choices == nil { Commands.complain("the old configuration stays in effect") }
  return choices
}

/// Runs the bridge until a signal stops it.
private func serve(_ options: Options) {
  guard audiosession_mqtt_is_built_in() else {
    fail(ExitStatus.usage, "built without MQTT; expected `swift build --traits MQTT`")
  }
  do throws(Errno) {
    // Before anything else: signals that come meanwhile wait for the loop.
    let signals = try Signals()
    guard var choices = configuration(options)?.choices else {
      exit(ExitStatus.badConfiguration)
    }
    let paths = options.socketPath.map { [$0] } ?? SocketPath.candidates()
    while let settings = choices.settings {
      let loop = try HouseLoop(settings, choices.broker, choices.device, paths: paths)
      guard case .reloaded(let new) = try loop.run(signals, reread: { reread(options) }) else {
        return
      }
      choices = new
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
    guard let found = configuration(options) else { exit(ExitStatus.badConfiguration) }
    if !options.isQuiet { StandardOutput.write(HouseConfigurationPrinter.effective(found)) }
  case .report: exit(Commands.report(asJSON: options.isJSON))
  case .hold: exit(Commands.hold(asJSON: options.isJSON))
  case .showHelp: StandardOutput.write(Options.help)
  case .showVersion: StandardOutput.write("audiosession-house \(version)")
  }
} catch {
  fail(ExitStatus.usage, error.message)
}
