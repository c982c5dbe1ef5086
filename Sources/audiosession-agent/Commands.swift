import AudioSessionConfigurationFile
import AudioSessionSystem
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
