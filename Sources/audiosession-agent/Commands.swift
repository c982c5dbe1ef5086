import AudioSessionConfigurationFile
import AudioSessionSystem
import AudioSessionWire
import Glibc

/// The exit statuses, for shells and the service manager.
enum ExitStatus {
  static let usage: CInt = 1
  fileprivate static let noAgent: CInt = 69
  static let agentRuns: CInt = 75
  static let badConfiguration: CInt = 78
}

/// The commands that print something and end; each returns the exit status.
enum Commands {
  /// Reads the configuration, and prints its errors, or else the settings in effect.
  static func checkConfiguration(_ options: Options) -> CInt {
    let configuration = AgentConfiguration(.agent(file: options.configurationFile))
    complain(of: configuration)
    guard configuration.leftOut.isEmpty else { return ExitStatus.badConfiguration }
    if !options.isQuiet { StandardOutput.write(AgentConfigurationPrinter.effective(configuration)) }
    return 0
  }

  /// Asks the running agent, and prints its answer.
  static func ask(_ question: ReportQuestion, _ options: Options) -> CInt {
    do throws(ReportInquiry.Failure) {
      let lines = try ReportInquiry.lines(question, asJSON: options.isJSON)
      for line in lines { StandardOutput.write(line) }
      return 0
    } catch {
      complain(error.message)
      return ExitStatus.noAgent
    }
  }

  /// Leaves a program alone from now on, or no longer, and has the running agent know.
  static func leave(_ program: String, _ isLeft: Bool) -> CInt {
    guard var left = leftPrograms() else { return ExitStatus.usage }
    do throws(Errno) {
      guard try left.set(program, isLeft) else {
        let state = isLeft ? "left alone already" : "not left alone by --leave"
        StandardOutput.write("\(program.printable) is \(state).")
        return 0
      }
    } catch {
      complain("\(left.path): \(error)")
      return ExitStatus.usage
    }
    let change = isLeft ? "is left alone from now on" : "is treated by the other rules again"
    StandardOutput.write("\(program.printable) \(change): \(left.path)")
    if (try? ReportInquiry.lines(.reload, asJSON: false)) == nil {
      StandardOutput.write("No agent is running; the next one reads it.")
    }
    return 0
  }

  /// Prints the programs that are left alone by ``leave(_:_:)``, one a line.
  static func listLeft() -> CInt {
    guard let left = leftPrograms() else { return ExitStatus.usage }
    for program in left.programs { StandardOutput.write(program.printable) }
    return 0
  }

  /// The programs that are left alone; nil, after a complaint, if there is no place for their file.
  private static func leftPrograms() -> LeftPrograms? {
    guard let home = ConfigurationSource.configurationHome else {
      complain("neither XDG_CONFIG_HOME nor HOME is set; expected one, to find the rules in")
      return nil
    }
    return LeftPrograms(configurationHome: home)
  }

  /// Reports the errors and warnings of the configuration, and the files that are left out.
  static func complain(of configuration: AgentConfiguration) {
    for source in configuration.leftOut {
      for fault in source.faults { complain("\(fault)") }
      complain("\(source.file) is ignored; the rest of the configuration is in force")
    }
    for warning in configuration.warnings { complain("\(warning)") }
    if configuration.files.isEmpty && configuration.leftOut.isEmpty {
      complain(AgentConfigurationPrinter.noFile)
    }
  }

  /// Writes a message to standard error, which may be the journal, without waiting for a reader.
  static func complain(_ message: String) { StandardError.write("audiosession-agent: \(message)") }
}
