import AudioSessionSystem
import ConfigurationFile
import Glibc

/// What the program ends with, for the shell and the service manager.
enum ExitStatus {
  static let usage: CInt = 1
  fileprivate static let noAgent: CInt = 69
  static let agentRuns: CInt = 75
  static let badConfiguration: CInt = 78
}

/// What the program does but being the agent: each prints something and says how to end.
enum Commands {
  /// Reads the configuration, and prints what is wrong or what holds.
  static func checkConfiguration(_ options: Options) -> CInt {
    let configuration = AgentConfiguration(.agent(file: options.configurationFile))
    complain(of: configuration)
    guard configuration.leftOut.isEmpty else { return ExitStatus.badConfiguration }
    if !options.isQuiet { printLine(AgentConfigurationPrinter.effective(configuration)) }
    return 0
  }

  /// Asks the agent that runs, and prints its answer.
  static func ask(_ question: ReportQuestion, _ options: Options) -> CInt {
    do throws(ReportInquiry.Failure) {
      for line in try ReportInquiry.lines(question, asJSON: options.isJSON) { printLine(line) }
      return 0
    } catch {
      complain(error.message)
      return ExitStatus.noAgent
    }
  }

  /// Tells what is wrong with the configuration, what only looks so, and what is left out.
  static func complain(of configuration: AgentConfiguration) {
    for source in configuration.leftOut {
      for fault in source.faults { complain("\(fault)") }
      complain("\(source.file) is left out; the rest of the configuration holds")
    }
    for warning in configuration.warnings { complain("\(warning)") }
    if configuration.files.isEmpty && configuration.leftOut.isEmpty {
      complain(AgentConfigurationPrinter.noFile)
    }
  }

  /// Says something on standard error, which may be the journal, without waiting for a reader.
  static func complain(_ message: String) { StandardError.write("audiosession-agent: \(message)") }

  static func printLine(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    var start = 0
    while start < bytes.count {
      let count = bytes.span.extracting(start...).withUnsafeBytes {
        Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      // If nobody hears it there is nobody to tell.
      if count < 0 && errno != EINTR { return }
      start += max(count, 0)
    }
  }
}
