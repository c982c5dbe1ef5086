import ConfigurationFile
import Enforcement

/// The agent's settings, and how they came about.
struct AgentConfiguration: Equatable, Sendable {
  private(set) var settings = AgentSettings()
  /// The files that were read and hold, in order.
  private(set) var files: [String] = []
  /// Files that are left out whole, since something in them is wrong; in order.
  private(set) var leftOut: [LeftOutFile] = []
  /// Files beside the drop-ins that aren't read, since their names don't end in `.conf`.
  private(set) var ignored: [String] = []
  /// What looks wrong and keeps nothing out.
  private(set) var warnings: [ConfigurationFault] = []
  /// Where each value was set last: `Agent.Fade`, `Output kitchen.Zone`, `Rule games`.
  private(set) var setBy: [String: Place] = [:]

  /// Reads the files of `source`, each over those before it.
  init(_ source: ConfigurationSource) { self.init(ConfigurationFiles(source)) }

  /// Takes the files, each over those before it: its rules count before theirs, but one of a name
  /// that there is already stands in the other's place.
  ///
  /// A file in which something is wrong is left out whole: half of what somebody meant may be the
  /// opposite of it.
  init(_ found: ConfigurationFiles) {
    ignored = found.ignored
    for file in found.files {
      switch file.content {
      case .unreadable(let fault): leftOut.append(LeftOutFile(file: file.path, faults: [fault]))
      case .text(let text):
        let reader = AgentFileReader(text, over: settings)
        guard reader.faults.isEmpty else {
          leftOut.append(LeftOutFile(file: file.path, faults: reader.faults))
          continue
        }
        files.append(file.path)
        take(reader)
      }
    }
  }

  /// Everything that is wrong, in the order of reading.
  var faults: [ConfigurationFault] { leftOut.flatMap(\.faults) }

  private mutating func take(_ reader: AgentFileReader) {
    var rules = settings.rules.rules
    settings = reader.settings
    setBy.merge(reader.setBy) { $1 }
    var new: [AdoptionRule] = []
    for section in reader.rules {
      let former = rules.firstIndex { $0.name == section.name }
      switch (former, section.isRemoval) {
      case (let former?, true): rules.remove(at: former)
      case (let former?, false): rules[former] = section.rule
      case (nil, false): new.append(section.rule)
      case (nil, true):
        warnings.append(
          ConfigurationFault(
            at: section.place,
            found: "[Rule \(section.name)]",
            expected: "keys below it, or a rule of this name in an earlier file to take away",
            isWarning: true
          )
        )
      }
    }
    settings.rules = AdoptionRules(new + rules)
  }
}
