import AudioSessionConfigurationFile
import AudioSessionTypes

@testable import audiosession_agent
@testable import audiosession_house

/// The configuration files of the daemon, the agent and the bridge: what is printed of the settings in
/// force sets the same again, and a fault has its place and says what was expected.
enum ConfigurationTarget {
  static func run(_ input: [UInt8]) {
    var choices = Choices(input)
    let program = choices.number(below: 3)
    let text = String(decoding: choices.rest, as: UTF8.self)
    let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    switch program {
    case 0: daemon(text, lineCount)
    case 1: agent(text, lineCount)
    default: house(text, lineCount)
    }
  }

  private static let accounts = AccountIDs(
    userID: { $0 == "root" ? 0 : nil },
    groupID: { $0 == "audio" ? 29 : nil }
  )

  private static func daemon(_ text: String, _ lineCount: Int) {
    let loaded = Settings.load(text: text, named: "a.conf", accounts: accounts)
    check(loaded.faults + loaded.warnings, lineCount)
    let printed = ConfigurationPrinter.effective(loaded)
    let again = Settings.load(text: printed, named: "b.conf", accounts: accounts)
    Checks.holds(again.faults.isEmpty, "\(again.faults)\n\(printed)")
    Checks.holds(again.settings == loaded.settings, "other settings: \(printed)")
  }

  private static func agent(_ text: String, _ lineCount: Int) {
    let read = AgentConfiguration(ConfigurationFiles(text: text, named: "a.conf"))
    check(read.faults + read.warnings, lineCount)
    let printed = AgentConfigurationPrinter.effective(read)
    let again = AgentConfiguration(ConfigurationFiles(text: printed, named: "b.conf"))
    Checks.holds(again.faults.isEmpty, "\(again.faults)\n\(printed)")
    Checks.holds(again.settings == read.settings, "other settings: \(printed)")
  }

  private static func house(_ text: String, _ lineCount: Int) {
    let read = HouseConfiguration(ConfigurationFiles(text: text, named: "a.conf"))
    check(read.faults, lineCount)
    let printed = HouseConfigurationPrinter.effective(read)
    let again = HouseConfiguration(ConfigurationFiles(text: printed, named: "b.conf"))
    guard read.faults.isEmpty else { return }
    Checks.holds(again.faults.isEmpty, "\(again.faults)\n\(printed)")
    Checks.holds(again.choices == read.choices, "other choices: \(printed)")
  }

  private static func check(_ faults: [ConfigurationFault], _ lineCount: Int) {
    for fault in faults {
      let isThere = 0...lineCount ~= fault.place.line
      Checks.holds(isThere, "a fault in line \(fault.place.line) of \(lineCount)")
      Checks.holds(!fault.expected.isEmpty, "\(fault.found): expected nothing")
    }
  }
}
